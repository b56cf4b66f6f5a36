// What the page throws when the library refuses a request.

export class Refused extends Error {
  constructor(message, status) {
    super(message);
    // For `table` and `look`: our seat is not there any more (403), or the table has been closed (410), so that asking
    // again is of no use. Elsewhere, 403 only means that we may not.
    this.gone = status === 403 || status === 410;
  }
}
