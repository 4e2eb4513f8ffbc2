/** Percent-decodes; text that is not valid percent-encoding stays as it is. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
