// Names each piece, zone and seat of a scene by a key, and counts the pieces under each key.

// A place without a seat is the centre of the table; a piece that is not known lies face down.
export const pieceKey = (seat, zone, piece) => `${seat ?? "c"}|${zone}|${piece ?? "?"}`;
export const seatKey = (seat) => `seat|${seat}`;
export const zoneKey = (seat, zone) => `zone|${seat ?? "c"}|${zone}`;

export const isZoneKey = (key) => key.startsWith("zone|");
export const isAtSeat = (key, seat) => key.startsWith(`${seat}|`);

export function countPieces(scene) {
  const counts = new Map();
  for (const area of scene.areas) {
    for (const zone of area.zones) {
      for (const item of zone.items) {
        const key = pieceKey(area.seat, zone.key, item.piece);
        counts.set(key, (counts.get(key) || 0) + item.count);
      }
    }
  }
  return counts;
}

// The keys under which more pieces lie than before.
export function grownKeys(before, now) {
  const grown = new Set();
  if (!before) return grown;
  for (const [key, count] of now) if (count > (before.get(key) || 0)) grown.add(key);
  return grown;
}
