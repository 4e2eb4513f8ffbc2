import type { maintenance as English } from '../en/maintenance.ts'

export const maintenance: typeof English = {
  until: 'In Wartung bis',
  untilEnded: 'In Wartung, bis sie beendet wird',
  next: 'Nächste Wartung:',
  to: 'bis',
  effect: ({ pauses, silences }) =>
    [pauses && 'keine geplanten Läufe', silences && 'keine Alarme'].filter(Boolean).join(', '),
}
