// The look of cards in any game: a colour for each group, an emblem for each piece by the words in its name.

// Each is dark enough for white text (4.5:1), and far enough from its neighbours.
const COLOURS = [
  "#2f5f8f",
  "#9a3f35",
  "#2c6b4f",
  "#7b4b94",
  "#8c5a12",
  "#1d6b78",
  "#8a3562",
  "#556b1f",
  "#4b5a68",
  "#a0502a",
  "#3f4fa0",
  "#6b5138",
  "#7a2e2e",
  "#3b7a3a",
  "#5e4b8b",
  "#39606b",
];

const PATHS = {
  star: "M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.800 21l1.600-7L2 9.300l7.100-.7z",
  eye: "M12 5c5 0 9 4 10.500 7-1.500 3-5.500 7-10.500 7S3 15 1.500 12C3 9 7 5 12 5zm0 2.500a4.500 4.500 0 100 9 4.500 4.500 0 000-9zm0 2.500a2 2 0 110 4 2 2 0 010-4z",
  shield: "M12 2l8 3v6.500c0 5.500-3.800 9-8 10.500-4.200-1.500-8-5-8-10.500V5z",
  coin: "M12 2a10 10 0 100 20 10 10 0 000-20zm0 3a7 7 0 110 14 7 7 0 010-14zm0 3l-3.500 4 3.500 4 3.500-4z",
  scales:
    "M11 2h2v2l7 1.500v2L18.500 7l3 7c0 2-1.700 3-3.700 3s-3.800-1-3.800-3l3-7.300-4-.9V19h4v2H7v-2h4V5.800l-4 .9L10 14c0 2-1.800 3-3.800 3s-3.700-1-3.700-3l3-7-1.500.5v-2L11 4zM4.200 14h4L6.200 9zm11.600 0h4l-2-5z",
  ship: "M11 2h2v2l6 7.500h-6V14h9l-3.500 7h-13L2 14h9z",
  crown: "M3 18.500L1.500 6.500l5.500 4L12 3l5 7.500 5.500-4-1.500 12zM4 20h16v2H4z",
  axe: "M13 2l2 2-1 1c2-.5 4.500 0 7 2.500-1 3.500-3 5.500-6.500 6.500-.8-2-1.500-3.500-2.500-4.500L4.500 22 2 19.500 11.500 8 10 6.500z",
  hand: "M8 21l-4-7.500c-.7-1.500 1-2.500 2-1.500L7.500 14V5a1.400 1.400 0 012.800 0v5.500h.5V3.400a1.400 1.400 0 012.800 0v7.100h.5V4.600a1.400 1.400 0 012.800 0v6.600h.5V7.500a1.300 1.300 0 012.600 0V15c0 3-1.500 6-3.500 6z",
  leaf: "M3 21c0-11 6-17.500 18-18 .5 12-6 18-15.500 17.200L9 15l6-6-8 4.500z",
  horn: "M2 10l13-6v15L8 15.800V20H5v-5.500l-3-1zM17 7c2.500.5 4 2.500 4 4.500S19.500 15.500 17 16z",
  scroll:
    "M6 2h12a3 3 0 013 3v2h-4v12a3 3 0 01-3 3H5a3 3 0 01-3-3v-2h4zm2.500 5v1.800h6V7zm0 4v1.800h6V11zm0 4v1.800h6V15z",
  tower: "M5 2h3v2.500h2.500V2h3v2.500H16V2h3v7l-2 2v11h-3.500v-4a1.500 1.500 0 00-3 0v4H7V11L5 9z",
  sun: "M12 7a5 5 0 100 10 5 5 0 000-10zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM3.500 5l1.500-1.500L7.800 6.300 6.300 7.800zm12.700 12.700l1.500-1.500 2.800 2.800-1.500 1.500zM5 20.500L3.500 19l2.800-2.800 1.500 1.500zM17.700 7.800l-1.500-1.500L19 3.500 20.500 5z",
  drop: "M12 2c4 5.500 7 9 7 13a7 7 0 01-14 0c0-4 3-7.500 7-13z",
  paw: "M12 11c3.500 0 6.500 3.500 6.500 7 0 2.500-2 3.500-3.800 3.500-1 0-1.700-.5-2.700-.5s-1.700.5-2.700.5c-1.800 0-3.800-1-3.800-3.500 0-3.500 3-7 6.500-7zM8.500 3c1.400 0 2.300 1.700 2.300 3.500S9.900 10 8.500 10 6.200 8.300 6.200 6.500 7.100 3 8.500 3zm7 0c1.400 0 2.300 1.700 2.300 3.500S16.900 10 15.500 10s-2.300-1.700-2.300-3.500S14.100 3 15.500 3zM4 9c1.300 0 2.200 1.500 2.200 3S5.300 15 4 15s-2.200-1.500-2.200-3S2.700 9 4 9zm16 0c1.300 0 2.200 1.500 2.200 3s-.9 3-2.200 3-2.200-1.500-2.200-3 .9-3 2.200-3z",
  wheat:
    "M11 22V9h2v13zM12 1c2 1.500 2.500 4 0 6-2.500-2-2-4.500 0-6zM6 5c3 0 5 1.500 5 4.500C8 9.500 6 8 6 5zm12 0c0 3-2 4.500-5 4.500C13 6.500 15 5 18 5zM6 10c3 0 5 1.500 5 4.500-3 0-5-1.500-5-4.500zm12 0c0 3-2 4.500-5 4.500 0-3 2-4.500 5-4.500zM6 15c3 0 5 1.500 5 4.500-3 0-5-1.500-5-4.500zm12 0c0 3-2 4.500-5 4.500 0-3 2-4.500 5-4.500z",
  flower:
    "M12 9.500a2.500 2.500 0 110 5 2.500 2.500 0 010-5zM12 1c2.300 0 3.500 2 3.500 4 0 1.300-.6 2.300-1.200 3h-4.600c-.6-.7-1.200-1.700-1.200-3 0-2 1.200-4 3.500-4zm0 22c-2.300 0-3.500-2-3.500-4 0-1.300.6-2.300 1.200-3h4.600c.6.700 1.200 1.700 1.200 3 0 2-1.200 4-3.500 4zM1 12c0-2.300 2-3.500 4-3.500 1.300 0 2.300.6 3 1.200v4.600c-.7.6-1.700 1.200-3 1.200-2 0-4-1.200-4-3.500zm22 0c0 2.300-2 3.500-4 3.500-1.300 0-2.300-.6-3-1.200V9.700c.7-.6 1.700-1.200 3-1.200 2 0 4 1.200 4 3.500z",
  pod: "M11 1h2v2.300c4 1.300 6.500 5 6.500 9 0 4.700-3 8.700-7.500 10.700-4.500-2-7.500-6-7.500-10.700 0-4 2.500-7.700 6.500-9zM11.200 6v14h1.600V6zM8.300 7.500c-2.300 3-2.300 7 0 10.500l1.300-.8c-1.900-3.100-1.900-6.300 0-8.900zM15.700 7.500l-1.300.8c1.900 2.600 1.900 5.800 0 8.900l1.300.8c2.300-3.500 2.300-7.500 0-10.500z",
  cup: "M3 10h14v1.500h1.500a3.500 3.500 0 010 7H16A6 6 0 0111 21H9a6 6 0 01-6-6zm14 3.500v3h1.300a1.500 1.500 0 000-3zM6 8c-1.500-2 1.500-3 0-6h2c1.500 3-1.500 4 0 6zm5 0c-1.500-2 1.500-3 0-6h2c1.500 3-1.500 4 0 6z",
  cane: "M4.500 22v-6H9v6zm0-7.200V9H9v5.800zm0-7V2H9v5.800zM12 22v-4.500h4.500V22zm0-5.700v-5.800h4.500v5.800zm0-7V5h4.500v4.300zM17.500 10c.5-4 2.500-6.500 5.500-7.500-.2 4-2 6.500-5.500 7.500zM10 7.500c.2-3 1.300-5 3.500-6.500.3 3-.8 5.300-3.500 6.500z",
  boll: "M12 2.500a4.500 4.500 0 014.400 3.600 4.700 4.700 0 012.300 8.600c-1.300.9-3 .9-4.400.2-.7.500-1.500.7-2.300.7s-1.600-.2-2.300-.7c-1.400.7-3.100.7-4.400-.2a4.700 4.700 0 012.300-8.600A4.500 4.500 0 0112 2.500zM3.500 17c3 1.500 5.500 1 7.500-.3V22h2v-5.300c2 1.300 4.500 1.800 7.500.3-1.500 3-4 4.300-7.500 4.300S5 20 3.500 17z",
  tuber:
    "M7.500 4.500C12 2 18.500 3.500 21 8.500c2.300 4.700-1 10-6.500 11.500-3.500 1-5-.5-7.500-1.500C3.500 17 1.500 14.500 2 11c.3-3 2.500-5 5.500-6.500zM9 8.500a1.200 1.200 0 100 2.400 1.200 1.200 0 000-2.400zm6.500-1a1.200 1.200 0 100 2.400 1.200 1.200 0 000-2.400zM12.500 13a1.200 1.200 0 100 2.400 1.200 1.200 0 000-2.400zm5 0a1 1 0 100 2 1 1 0 000-2zM7 14a1 1 0 100 2 1 1 0 000-2z",
  gem: "M6.500 3h11L22 9.500 12 22 2 9.500zM7 9l5 8.500L17 9z",
  fruit:
    "M13 6c4-1 8 1.500 8 7 0 5-3.500 9-6.500 9-1 0-1.500-.5-2.500-.5s-1.500.5-2.500.5C6.500 22 3 18 3 13c0-5 3.500-7.500 8-7 0-2 1-4 4-5 .5 2.500-.5 4-2 5z",
  anchor:
    "M12 1.500a3 3 0 011.200 5.700V9H17v2.500h-3.800v7.300c2.500-.5 4.300-2 4.800-4.300l-2 .5 3-5 3 5-1.800-.5c-.7 5-4.200 8-8.200 8s-7.500-3-8.200-8L2 15l3-5 3 5-2-.5c.5 2.300 2.300 3.800 4.800 4.300v-7.300H7V9h3.800V7.200A3 3 0 0112 1.500zm0 2a1.200 1.200 0 100 2.400 1.200 1.200 0 000-2.400z",
  mask: "M2 5c6.500-2 13.500-2 20 0 .5 9-4 17-10 17S1.500 14 2 5zm3.500 5.500c1 2 3.500 2 5 .5-1.500-1.800-3.500-2-5-.5zm13 0c-1.500-1.500-3.500-1.300-5 .5 1.500 1.500 4 1.500 5-.5zM7.500 15c2 3.500 7 3.500 9 0-2.500 1.300-6.500 1.300-9 0z",
  note: "M9 3l11-2v15.500a3.300 3.300 0 11-2-3V6L11 7.300v11.200a3.300 3.300 0 11-2-3z",
  house: "M12 2l10 9h-3v10h-5v-6h-4v6H5V11H2z",
  flame:
    "M12 1c1 5 6.500 7 6.500 13.500A6.700 6.700 0 0112 22a6.700 6.700 0 01-6.500-7.500c0-3 1.500-5 3-6.500.3 2 1 3 2 3.500C10 8 10.500 4 12 1z",
  person: "M12 2a5 5 0 110 10 5 5 0 010-10zM3 22c0-5.500 4-8.500 9-8.500s9 3 9 8.500z",
  compass:
    "M12 1a11 11 0 110 22 11 11 0 010-22zm0 2.500a8.500 8.500 0 100 17 8.500 8.500 0 000-17zM17.500 6.500L14 14l-7.500 3.500L10 10z",
};

// Words that suggest an emblem. A piece that matches none of them gets the rosette of its group.
const WORDS = [
  ["eye", "omnisc oracle seer watch prophet explor"],
  ["mask", "spy thief rogue assassin entertain actor"],
  ["scroll", "senat law minist scholar decree duty contract"],
  ["sun", "priest monk faith holy temple bishop"],
  ["anchor", "anchor shipyard port harbour dock"],
  ["ship", "ship sail caravel fleet boat galleon navig"],
  ["scales", "merchant trade market tradesm"],
  ["coin", "bank gold coin money doubloon treasur tax silver"],
  ["shield", "guard milit soldier knight army defen"],
  ["horn", "broadcast diplom herald messeng envoy"],
  ["axe", "barbar warrior pirate raid sword attack"],
  ["hand", "lobby bribe gift favor favour steal"],
  ["crown", "king queen crown royal prince noble"],
  ["tower", "architect castle tower fort wall build"],
  ["house", "warehouse house store storage barn"],
  ["paw", "livestock cattle sheep horse beast animal llama"],
  ["wheat", "provision grain corn maize wheat rye bread food"],
  ["cane", "sugar cane bamboo"],
  ["leaf", "tobacco tea leaf herb spice"],
  ["boll", "cotton wool"],
  ["flower", "vanilla flower silk"],
  ["drop", "indigo dye oil water wine"],
  ["gem", "relic gem jewel diamond pearl"],
  ["pod", "cocoa cacao bean"],
  ["cup", "coffee"],
  ["tuber", "potato cassava yam"],
  ["fruit", "tomato fruit pepper apple chili"],
  ["note", "music song bard dance"],
  ["flame", "fire flame torch"],
  ["compass", "discover map voyage"],
  ["person", "worker citizen character people noble"],
];

function hash(text) {
  let number = 2166136261;
  for (const letter of text) number = Math.imul(number ^ letter.codePointAt(0), 16777619) >>> 0;
  return number;
}

function rosette(seed) {
  const petals = 3 + (seed % 5),
    inner = 3.5 + ((seed >> 3) % 4),
    turn = ((seed >> 6) % 8) * 0.2;
  const points = [];
  for (let index = 0; index < petals * 2; index++) {
    const radius = index % 2 ? inner : 10.5,
      angle = turn - Math.PI / 2 + (index * Math.PI) / petals;
    points.push(`${(12 + radius * Math.cos(angle)).toFixed(1)} ${(12 + radius * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}z`;
}

function emblemOf(...texts) {
  for (const text of texts) {
    const words = text.toLowerCase().split(/[^a-z]+/);
    for (const [emblem, starts] of WORDS)
      if (starts.split(" ").some((start) => words.some((word) => word.startsWith(start)))) return PATHS[emblem];
  }
  return null;
}

// Return {key: {…piece, colour, path}}.
export function dressed(pieces) {
  const groups = [...new Set(pieces.map((piece) => piece.group || piece.key))];
  return Object.fromEntries(
    pieces.map((piece) => {
      const group = piece.group || piece.key;
      const path = emblemOf(piece.key.replaceAll("_", " "), piece.name, group) || rosette(hash(group));
      return [piece.key, { ...piece, colour: COLOURS[groups.indexOf(group) % COLOURS.length], path }];
    }),
  );
}

export function svg(path) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  line.setAttribute("fill-rule", "evenodd");
  drawing.append(line);
  return drawing;
}

export const gameColour = (name) => COLOURS[hash(name) % COLOURS.length];
