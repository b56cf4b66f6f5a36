// Opens the rules of the game, at a rule if one is wanted.
import { ask } from "./ask.js";
import { markdown } from "./markdown.js";
import { session } from "./session.js";
import { openSheet } from "./sheet.js";

const fetched = {}; // by the secret of the seat: the rules of its game

export async function openRules(rule = "") {
  const { token, table } = session;
  fetched[token] ??= (await ask("rules")).rules;
  const content = markdown(fetched[token]);
  openSheet(`Rules of ${table.title}`, [content]);
  const found = rule && findRule(content, rule);
  if (!found) return;
  found.classList.add("wanted");
  found.scrollIntoView({ block: "center" });
}

// The rule itself, or else the one that it is part of.
function findRule(content, rule) {
  const rules = [...content.querySelectorAll("[data-rule]")];
  const isPart = (each) => rule.startsWith(`${each.dataset.rule}.`);
  return rules.find((each) => each.dataset.rule === rule) || rules.find(isPart);
}
