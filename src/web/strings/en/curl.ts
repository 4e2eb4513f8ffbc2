/** Requests that are pasted as curl commands. */
export const curl = {
  paste: 'Paste curl',
  copy: 'Copy as curl',
  title: 'Paste a curl command',
  hint: 'From a terminal, or from the network panel of a browser: Copy as cURL, for Bash or for the command prompt.',
  command: 'Command',
  use: 'Fill in',
  filled: 'Filled in from the curl command',
  leftOut: (options: string) => `Left out, because a check has its own settings for it or cannot do it: ${options}`,
  problems: {
    notCurl: (what: string) =>
      what === '' ? 'Paste a command.' : `The command has to begin with curl, not with ${what}.`,
    unclosedQuote: () => 'A quote is never closed. Copy the command to its end.',
    noUrl: (what: string) => (what === '' ? 'The command has no URL.' : `${what} is no URL.`),
    severalUrls: (what: string) => `A check sends one request. Remove ${what}.`,
    notHttp: (what: string) => `${what} is neither http nor https. There are other check types for other protocols.`,
    method: (what: string) => `A check cannot send ${what}. Use GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.`,
    option: (what: string) => `${what} is no known option of curl. Remove it.`,
    header: (what: string) => `${what} is no header. Write it as name: value.`,
    missingValue: (what: string) => `${what} needs a value behind it.`,
    file: (what: string) => `${what} is a file, which only your machine has. Write its content into the command.`,
    refused: (what: string) => `A check cannot send ${what}. Remove it, or write a multi-step check.`,
  },
}
