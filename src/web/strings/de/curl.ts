import type { curl as English } from '../en/curl.ts'

export const curl: typeof English = {
  copy: 'Als curl kopieren',
  paste: 'curl einfügen',
  title: 'Einen curl-Befehl einfügen',
  hint: 'Aus einem Terminal oder aus der Netzwerkansicht eines Browsers: „Als cURL (bash) kopieren“.',
  command: 'Befehl',
  use: 'Übernehmen',
  filled: 'Aus dem curl-Befehl übernommen',
  leftOut: (options) =>
    `Ignoriert, weil eine Prüfung dafür eigene Einstellungen hat oder es nicht unterstützt: ${options}`,
  problems: {
    notCurl: (what) =>
      what === '' ? 'Fügen Sie einen Befehl ein.' : `Der Befehl muss mit curl beginnen, nicht mit ${what}.`,
    windows: () => 'Für Windows kopiert. Verwenden Sie im Browser „Als cURL (bash) kopieren“, in Firefox „(POSIX)“.',
    unclosedQuote: () => 'Ein Anführungszeichen wird nicht geschlossen. Kopieren Sie den vollständigen Befehl.',
    noUrl: (what) => (what === '' ? 'Der Befehl hat keine URL.' : `${what} ist keine URL.`),
    severalUrls: (what) => `Eine Prüfung sendet nur eine Anfrage. Entfernen Sie ${what}.`,
    notHttp: (what) => `${what} ist weder http noch https. Für andere Protokolle gibt es andere Prüfungstypen.`,
    method: (what) =>
      `Eine Prüfung kann ${what} nicht senden. Möglich sind GET, POST, PUT, PATCH, DELETE, HEAD und OPTIONS.`,
    option: (what) => `${what} wird nicht unterstützt. Entfernen Sie es, oder verwenden Sie eine Multi-Step-Prüfung.`,
    header: (what) => `${what} ist kein Header. Schreiben Sie Name: Wert.`,
    missingValue: (what) => `Hinter ${what} fehlt ein Wert.`,
    file: (what) => `${what} ist eine Datei auf Ihrem Rechner. Schreiben Sie ihren Inhalt in den Befehl.`,
  },
}
