/** Browsers and systems by what their user agents contain; of several that fit, the first. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
] as const
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
] as const

/** "Firefox 128, Linux" of a user agent (RFC 9110 10.1.5); an unknown one as it is. */
export function browserName(userAgent: string): string {
  const found = browsers
    .map(([name, pattern]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined)
  if (found === undefined) return userAgent
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [`${found.name} ${found.version}`, ...(system ? [system] : [])].join(', ')
}
