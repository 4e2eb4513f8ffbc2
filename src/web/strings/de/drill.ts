import type { drill as English } from '../en/drill.ts'

export const drill: typeof English = {
  title: 'Alarmübung',
  text: 'Die Prüfung läuft einmal mit einer Assertion, die immer fehlschlägt. Ihre Alarmkanäle erhalten die echte Nachricht, als Übung gekennzeichnet. Es entsteht kein Ergebnis, kein Alarm und kein Vorfall.',
  start: 'Übung starten',
  again: 'Übung wiederholen',
  running: 'Die Prüfung läuft mit einer fehlschlagenden Assertion',
  ran: 'Die Prüfung ist wie erwartet fehlgeschlagen',
  notSent: 'Es wurde nichts gesendet',
  sending: 'Die Nachricht wird gesendet',
  outcomes: {
    sent: 'zugestellt',
    retry: 'nicht zugestellt',
    rejected: 'abgelehnt',
  },
  steps: 'Schritte der Übung',
  notClosed: 'Der bei der Übung eröffnete Vorfall konnte nicht gelöst werden. Lösen Sie ihn manuell.',
}
