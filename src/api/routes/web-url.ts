const maxUrlLength = 2048

/** Whether an untrusted value is an http or https URL for a run: at most 2048 characters, without credentials. */
export function isWebUrl(text: unknown): text is string {
  const url = typeof text === 'string' && text.length <= maxUrlLength ? URL.parse(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
