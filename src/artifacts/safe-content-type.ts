const wellFormed = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(; ?charset=[a-z0-9-]{1,32})?$/

/** A content type in lowercase; what is not one becomes `application/octet-stream`. */
export function safeContentType(contentType: string): string {
  const text = contentType.trim().toLowerCase()
  return wellFormed.test(text) ? text : 'application/octet-stream'
}
