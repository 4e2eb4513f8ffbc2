import { expect, it } from 'vitest'
import { phrases, reasons, writeReason } from '#contract/reasons'
import { germanReason, germanReasons } from './de/reasons/index.ts'

const placesOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()
const german: Readonly<Record<string, string>> = germanReasons

it('every reason has the same places in German, and the same end', () => {
  const codes = Object.entries(reasons)
  expect(codes.length).toBeGreaterThan(400)
  const ends = (text: string): boolean => text.endsWith('.')
  const wrong = codes.filter(
    ([code, english]) =>
      placesOf(german[code] ?? '').join() !== placesOf(english).join() ||
      (!Object.hasOwn(phrases, code) && ends(german[code] ?? '') !== ends(english)),
  )
  expect(wrong.map(([code]) => code)).toEqual([])
})

it('a reason is said in German with its code, its endpoint and what stands in and behind it', () => {
  const refused = writeReason('CONNECTION_REFUSED', { endpoint: 'shop.example:443' })
  expect(germanReason(`ECONNREFUSED: ${refused}`)).toBe(
    'ECONNREFUSED: shop.example:443 hat die Verbindung abgelehnt: Auf diesem Port lauscht nichts, oder eine Firewall weist sie ab.',
  )
  expect(germanReason('Text messages and calls are not configured. Set A, B and C and restart the service.')).toBe(
    'SMS und Anrufe sind nicht eingerichtet. Setzen Sie A, B and C, und starten Sie den Dienst neu.',
  )
  expect(
    germanReason(
      'Expected a route to shop.example (192.0.2.1), but it was not reached within 1 hop: 198.51.100.1 answered that it forbids this traffic (ICMP type 3, code 13). The last that answered was 198.51.100.1, hop 1.',
    ),
  ).toBe(
    'Erwartet: eine Route zu shop.example (192.0.2.1). Sie wurde mit 1 Hop nicht gefunden: 198.51.100.1 hat geantwortet: dieser Verkehr ist verboten (ICMP-Typ 3, Code 13). Zuletzt hat 198.51.100.1 geantwortet, Hop 1.',
  )
  expect(germanReason('The setup script of the group did not run: the script before it took too long.')).toBe(
    'Das Setup-Skript der Gruppe lief nicht: Das Skript davor hat zu lange gedauert.',
  )
})

it('every comparison of an assertion is said in German, with what was expected and what was found', () => {
  expect(germanReason('Expected the JSON body at $.a.b to contain "x", but nothing was found.')).toBe(
    'Erwartet: JSON-Inhalt bei $.a.b enthält „x“. Tatsächlich: nichts gefunden.',
  )
  expect(germanReason('Expected the status code to equal "200", but it was "503".')).toBe(
    'Erwartet: Statuscode ist gleich „200“. Tatsächlich: „503“.',
  )
})

it('numbers have a decimal comma, lists of answers are said line by line, and what others say stays as it is', () => {
  expect(germanReason('Expected a response in less than 20000 ms, but it took 20001.5 ms.')).toBe(
    'Erwartet: Antwort in weniger als 20000 ms. Tatsächlich: 20001,5 ms.',
  )
  expect(
    germanReason('#ops rejected: HTTP 200: is_archived. The channel is archived.\n#dev sent: HTTP 200: {"ok":true}'),
  ).toBe('#ops abgelehnt: HTTP 200: is_archived. Der Kanal ist archiviert.\n#dev gesendet: HTTP 200: {"ok":true}')
  expect(germanReason('Error: net::ERR_ABORTED at https://shop.example/')).toBe(
    'Error: net::ERR_ABORTED at https://shop.example/',
  )
  expect(germanReason('')).toBe('')
})

it('what the built-in rules say of a failure is said in German, with what they add to it', () => {
  const refused = writeReason('CAUSE_REFUSED', { analysed: 'https://shop.example/cart' })
  const up = writeReason('DETAIL_HOST_UP', { analysedHost: 'shop.example' })
  expect(germanReason(`${refused} ${up}`)).toBe(
    'Unter https://shop.example/cart nimmt nichts Verbindungen an: Der Prozess ist beendet, startet noch oder lauscht anderswo, oder eine Firewall weist den Port ab. Andere Prüfungen auf shop.example bestehen; der Rechner läuft also, nur dieser eine Dienst nicht.',
  )
  expect(germanReason('The run from eu-west-1 said: Expected the status code to equal "200", but it was "503".')).toBe(
    'Der Lauf von eu-west-1 meldete: Erwartet: Statuscode ist gleich „200“. Tatsächlich: „503“.',
  )
})

it('what is wrong with a JSONPath or a regular expression is said in German where the parser names a known mistake', () => {
  expect(germanReason('The JSONPath "$.[" is not valid: unexpected token at position 2.')).toBe(
    'Der JSONPath „$.[“ ist ungültig: unerwartetes Zeichen an Position 2.',
  )
  expect(germanReason('The regular expression does not compile: missing closing ).')).toBe(
    'Der reguläre Ausdruck lässt sich nicht kompilieren: ) fehlt.',
  )
  expect(germanReason('The regular expression does not compile: something new.')).toBe(
    'Der reguläre Ausdruck lässt sich nicht kompilieren: something new.',
  )
})

it('a line of the log of a run is said in German with the mistake that it names', () => {
  const odd = writeReason('LOG_ANSWER_ODD', { reason: writeReason('ODD_NO_LENGTH', { lengthText: 'many' }) })
  expect(
    [odd, writeReason('LOG_REDIRECT', { httpStatus: 301, url: 'https://shop.example/en' })].map(germanReason),
  ).toEqual([
    'Die Antwort verletzt RFC 9112: Content-Length ist „many“, also keine Länge, und wurde ignoriert.',
    '301 leitet weiter nach https://shop.example/en',
  ])
  expect(germanReason('Ordered 3 items of the cart.')).toBe('Ordered 3 items of the cart.')
})
