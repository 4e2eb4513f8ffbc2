import type { alertDetail as English } from '../en/alert-detail.ts'
import { number } from '../plural.ts'

export const alertDetail: typeof English = {
  subtitle: 'Zustellprotokoll',
  title: 'Benachrichtigung',
  close: 'Schließen',
  decided: 'Zeit',
  since: 'Fehlerhaft seit',
  lasted: 'Dauer',
  locations: 'Standorte',
  ofLocations: ({ failing, degraded, total }) =>
    failing > 0 || degraded === 0
      ? `${failing} von ${total} schlagen fehl`
      : `${degraded} von ${total} sind beeinträchtigt`,
  openResult: 'Ergebnis öffnen',
  delivery: 'Zustellung',
  heldBack: (by, until) => `Bis ${until} zurückgehalten ${by}.`,
  heldBackBy: {
    MAINTENANCE: 'wegen eines Wartungsfensters',
    MUTED: 'wegen Stummschaltung',
    SNOOZED: 'weil die Prüfung zurückgestellt war',
    CHANNEL_PAUSED: 'weil der Kanal pausiert war',
  },
  tried: { sent: 'Zugestellt', retry: 'Fehlgeschlagen, wird wiederholt', rejected: 'Abgelehnt' },
  reminder: (count, of) =>
    of === null ? `Erinnerung ${count}, falls nicht behoben:` : `Erinnerung ${count} von ${of}, falls nicht behoben:`,
  history: 'Verlauf',
  acknowledgedBy: (name) => `Bestätigt von ${name}`,
  refuses: (name, since) => (since === null ? `${name} ist gestört.` : `${name} ist seit ${since} gestört.`),
  failures: (count) => number(count, '1 fehlgeschlagener Versuch.', `${count} fehlgeschlagene Versuche in Folge.`),
  openChannel: 'Kanal öffnen',
}
