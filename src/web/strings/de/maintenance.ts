import type { maintenance as English } from '../en/maintenance.ts'

export const maintenance: typeof English = {
  until: 'In Wartung bis',
  untilEnded: 'In Wartung, bis jemand sie beendet',
  next: 'Nächste Wartung:',
  to: 'bis',
  effect: ({ pauses, silences }) =>
    [pauses && 'keine Läufe nach Plan', silences && 'keine Alarme'].filter(Boolean).join(', '),
}
