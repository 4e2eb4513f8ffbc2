import type { tcpReasons } from '#contract/reasons'

export const tcp: Readonly<Record<keyof typeof tcpReasons, string>> = {
  NO_CONNECTION: 'Es gab keine Verbindung, daher gibt es keine Antwortzeit.',
}
