import { language } from '../language.ts'
import { formatFull } from '../ui/format.ts'

let translate: (message: string) => string = (message) => message

/** Beside the page, which does not wait for it: until it is there the service's own words are shown. */
export const reasonsLoaded: Promise<unknown> =
  language === 'de'
    ? import('./de/reasons/index.ts').then(
        ({ germanReason }) => void (translate = germanReason),
        () => null,
      )
    : Promise.resolve()

/** Why a run or a delivery failed, in the language of the page; as the service says it where it is not one of its sentences. */
export const reasonText = (message: string): string =>
  translate(message.replace(codeBehind, '$1')).replaceAll(momentInUtc, inOwnZone)

/** A line of the log of a run, in the language of the page; what a target or a script wrote stays as it is. */
export const logText = (line: string): string => translate(line)

/** Behind a sentence that says the same, for programs that search for it. */
const codeBehind = /^(.*[.]) \([A-Z][A-Z0-9_]+\)$/s

const momentInUtc = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g

/** Sentences of the service have UTC, because everyone reads them; a page has one reader. */
const inOwnZone = (_moment: string, day: string, time: string): string => formatFull(`${day}T${time}Z`)
