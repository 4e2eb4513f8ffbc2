import { language } from '../language.ts'

let table: Readonly<Partial<Record<string, string>>> = {}

// Beside the page, which does not wait for it: until it is there the service's own words are shown.
if (language === 'de')
  void import('./de/faults.ts').then(
    ({ faults }) => void (table = faults),
    () => null,
  )

/** The text of an error in the language of the page, with the details of its message. */
export const faultText = (code: string | null, message: string): string => withDetails(table[code ?? ''], message)

/** A text with a colon at its end is followed by the message. */
export const withDetails = (text: string | undefined, message: string): string =>
  text === undefined ? message : text.endsWith(':') ? `${text} ${message}` : text
