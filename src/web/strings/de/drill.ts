import type { drill as English } from '../en/drill.ts'

export const drill: typeof English = {
  title: 'Absichtlich fehlschlagen lassen',
  text: 'Die Prüfung läuft einmal mit einer Erwartung, die nicht erfüllt werden kann. Ihre Alarmkanäle erhalten die echte Nachricht, als Übung gekennzeichnet. Nichts davon zählt: kein Ergebnis, kein Alarm, kein Vorfall.',
  start: 'Absichtlich fehlschlagen lassen',
  again: 'Noch einmal fehlschlagen lassen',
  running: 'Die Prüfung läuft mit einer falschen Erwartung',
  ran: 'Die Prüfung ist fehlgeschlagen, wie sie sollte',
  notSent: 'Es wurde nichts gesendet',
  sending: 'Die Nachricht wird gesendet',
  outcomes: {
    sent: 'zugestellt',
    retry: 'nicht zugestellt',
    rejected: 'abgelehnt',
  },
  steps: 'Was in der Übung geschieht',
  notClosed: 'Der Vorfall, der dort geöffnet wurde, ließ sich nicht schließen. Schließen Sie ihn von Hand.',
}
