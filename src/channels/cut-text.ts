/** At most `length` characters; a shortened string ends in an ellipsis and never in half a surrogate pair. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 2).toWellFormed()}…`
