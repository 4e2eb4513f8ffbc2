/** A text as one word of a POSIX shell. */
export const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const curlOf = (url: string): string => `curl -fsS -m 10 --retry 5 -o /dev/null ${inShell(url)}`

/** A percent sign ends the command of a line of cron. */
export const inCrontab = (command: string): string => command.replaceAll('%', String.raw`\%`)

/** Units replace percent signs and variables themselves, and know no shell. */
export const inUnit = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`

/** YAML takes JSON strings. */
export const inYaml = (text: string): string => JSON.stringify(text)

export const inPowerShell = (text: string): string => `'${text.replaceAll("'", "''")}'`
