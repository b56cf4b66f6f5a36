// A client in strict TypeScript, with the types that `boardgames schema --typescript` makes.
//
// It knows no game. What carries its requests is an argument, so it runs over any transport.

import type { Answer, Change, LegalAction, Methods, Outcome, RequestError } from "./server.js";
import type { Record as GameRecord } from "./record.js";

/** Carries a request, as a line of JSON, to a server, and brings back the answer. */
export type Transport = (request: string) => Promise<string>;

export class Refusal extends Error {
  readonly code: RequestError["code"];

  constructor(error: RequestError) {
    super(error.message);
    this.code = error.code;
  }
}

export class Client {
  private sent = 0;

  constructor(private readonly transport: Transport) {}

  /** Return the result of a method; throw a `Refusal` if it fails. */
  async ask<M extends keyof Methods>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    const id = ++this.sent;
    const request = { jsonrpc: "2.0", id, method, params };
    const answer = JSON.parse(await this.transport(JSON.stringify(request))) as Answer;
    if (answer.id !== id) throw new Error(`an answer to ${answer.id}, not to ${id}`);
    if ("error" in answer) throw new Refusal(answer.error);
    return answer.result as Methods[M]["result"];
  }
}

/** Say what changes on the table; a kind of change without a case does not compile. */
export function inWords(change: Change): string {
  switch (change.type) {
    case "piecemove":
      return `${change.count} ${change.piece ?? "unknown"} to ${change.target?.zone ?? "outside"}`;
    case "counterchange":
      return `${change.counter} by ${change.by}`;
    case "markchange":
      return `${change.mark} ${change.on ? "on" : "off"}`;
    case "turnchange":
      return `turn of ${change.seats.join(", ")}`;
    case "roundchange":
      return `round ${change.number}`;
    case "headingchange":
      return change.heading;
    case "noteschange":
      return change.notes.join(" ");
    default:
      return never(change);
  }
}

export function never(other: never): never {
  throw new Error(`not expected: ${JSON.stringify(other)}`);
}

export interface Played {
  plies: number;
  changes: string[];
  outcome: Outcome;
  record: number;
}

/** Play a whole game against a bot, with actions as JSON and as notation in turn. */
export async function play(client: Client, game: string, seed: number): Promise<Played> {
  const { table, yours } = await client.ask("new", { game, seats: ["human", "random"], seed });
  const seat = yours[0];
  if (seat === undefined) throw new Error("no seat is ours");
  const changes: string[] = [];
  let status: Methods["events"]["result"] = await client.ask("events", { table, seat });
  while (true) {
    for (const { happened, rest } of status.events) {
      changes.push(...happened.flatMap((each) => each.changes.map(inWords)), ...rest.map(inWords));
    }
    if (status.over) break;
    if (status.to_act.includes(seat)) {
      const { legal_actions, turn } = await client.ask("legal_actions", { table, seat });
      const chosen: LegalAction | undefined = legal_actions[status.plies % legal_actions.length];
      if (chosen === undefined) throw new Error("nothing can be done");
      const action = turn % 2 ? chosen.notation : chosen.action;
      await client.ask("apply", { table, seat, action, turn });
    } else {
      await client.ask("wait", { table, version: status.version });
    }
    status = await client.ask("events", { table, seat, since: status.plies });
  }
  const { outcome } = await client.ask("outcome", { table });
  const { record } = await client.ask("record", { table });
  if (outcome === null) throw new Error("the game is not over");
  const { actions } = JSON.parse(record) as GameRecord;
  return { plies: status.plies, changes, outcome, record: actions.length };
}

/** What must not compile. */
export async function wrong(client: Client): Promise<void> {
  // @ts-expect-error: no such method
  await client.ask("dance", {});
  // @ts-expect-error: a table has a number
  await client.ask("view", { table: "1", seat: 0 });
  // @ts-expect-error: a seat has a number, and a spectator none
  await client.ask("view", { table: 1, seat: "all" });
  // @ts-expect-error: an action is text or an object
  await client.ask("apply", { table: 1, seat: 0, action: 5 });
  const { outcome } = await client.ask("outcome", { table: 1 });
  // @ts-expect-error: the game may go on
  outcome.winners;
  const seen = await client.ask("look", { table: 1 });
  // @ts-expect-error: there may be no news
  seen.scene;
}
