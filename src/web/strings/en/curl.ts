/** Pasting a request as a curl command. */
export const curl = {
  paste: 'Paste curl',
  copy: 'Copy as curl',
  title: 'Paste a curl command',
  hint: 'From a terminal, or from a browser’s network panel with “Copy as cURL (bash)”.',
  command: 'Command',
  use: 'Import',
  filled: 'Imported from the curl command',
  leftOut: (options: string) =>
    `Ignored, because a check has its own setting for it or does not support it: ${options}`,
  problems: {
    notCurl: (what: string) => (what === '' ? 'Paste a command.' : `The command must start with curl, not ${what}.`),
    windows: () => 'Copied for Windows. Use “Copy as cURL (bash)” of the browser, which is “(POSIX)” in Firefox.',
    unclosedQuote: () => 'A quote is not closed. Copy the complete command.',
    noUrl: (what: string) => (what === '' ? 'The command has no URL.' : `${what} is not a URL.`),
    severalUrls: (what: string) => `A check sends one request. Remove ${what}.`,
    notHttp: (what: string) => `${what} is neither http nor https. Other protocols have their own check types.`,
    method: (what: string) => `A check cannot send ${what}. Use GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.`,
    option: (what: string) => `${what} is not supported. Remove it or use a multi-step check.`,
    header: (what: string) => `${what} is not a header. Write it as name: value.`,
    missingValue: (what: string) => `${what} needs a value.`,
    file: (what: string) => `${what} is a file on your machine. Put its content into the command instead.`,
  },
}
