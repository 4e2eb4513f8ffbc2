import type { alertDetail as English } from '../en/alert-detail.ts'
import { number } from '../plural.ts'

export const alertDetail: typeof English = {
  subtitle: 'wer wovon benachrichtigt wurde, und warum jemand nicht',
  title: 'Benachrichtigung',
  close: 'Schließen',
  decided: 'Entschieden',
  since: 'Fehlerhaft seit',
  lasted: 'Dauerte',
  locations: 'Standorte',
  ofLocations: ({ failing, degraded, total }) =>
    failing > 0 || degraded === 0
      ? `${failing} von ${total} schlagen fehl`
      : `${degraded} von ${total} sind beeinträchtigt`,
  openResult: 'Ergebnis öffnen',
  delivery: 'Zustellung',
  heldBack: (by, until) => `Zurückgehalten ${by}, bis ${until}.`,
  heldBackBy: {
    MAINTENANCE: 'von einem Wartungsfenster',
    MUTED: 'wegen Stummschaltung',
    SNOOZED: 'weil die Prüfung zurückgestellt war',
    CHANNEL_PAUSED: 'weil der Kanal pausiert war',
  },
  tried: { sent: 'Zugestellt', retry: 'Fehlgeschlagen, wird wiederholt', rejected: 'Abgelehnt' },
  reminder: (count, of) =>
    of === null ? `Erinnerung ${count}, wenn es anhält:` : `Erinnerung ${count} von ${of}, wenn es anhält:`,
  history: 'Vom Ausfall bis zur Erholung',
  acknowledgedBy: (name) => `Bestätigt von ${name}`,
  refuses: (name, since) => (since === null ? `${name} stellt nicht zu.` : `${name} stellt seit ${since} nicht zu.`),
  failures: (count) => number(count, '1 Versuch schlug fehl.', `${count} Versuche in Folge schlugen fehl.`),
  openChannel: 'Kanal öffnen',
}
