import type { SentenceCode } from '#contract/reasons'

export const tcp: Readonly<Record<SentenceCode<'tcp'>, string>> = {
  NO_CONNECTION: 'Es gab keine Verbindung, daher gibt es keine Antwortzeit.',
}
