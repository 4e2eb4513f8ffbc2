/** At most `length` characters; what was cut ends in an ellipsis and never in half a character. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 2).toWellFormed()}…`
