const longestUrl = 2048

/** Whether a text from outside is an http or https URL a run may be sent to: no longer than 2048, without credentials. */
export function isWebUrl(text: unknown): text is string {
  const url = typeof text === 'string' && text.length <= longestUrl ? URL.parse(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
