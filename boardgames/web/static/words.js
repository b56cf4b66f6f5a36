// Puts texts and numbers into words, without knowing what they are about.

export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// "a, b and c"
export function listed(parts) {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0] || "";
}

// Each part ends with a full stop, so that a screen reader pauses after it.
export function sentences(parts) {
  return parts
    .filter(Boolean)
    .map((part) => (/[.!?:…]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const percent = (chance) => `${Math.round(chance * 100)} %`;

// A minus sign in place of the hyphen.
export const withMinus = (number) => String(number).replaceAll("-", "−");
