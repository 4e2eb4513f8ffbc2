export const drill = {
  title: 'Break it on purpose',
  text: 'Runs the check once with an assertion that always fails. Its alert channels receive the real message, marked as a drill. It creates no result, alert or incident.',
  start: 'Break it on purpose',
  again: 'Run drill again',
  running: 'The check is running with a failing assertion',
  ran: 'The check failed as expected',
  notSent: 'Nothing was sent',
  sending: 'Sending message',
  outcomes: {
    sent: 'delivered',
    retry: 'not delivered',
    rejected: 'rejected',
  },
  steps: 'Drill steps',
  notClosed: 'The incident opened by the drill could not be resolved. Resolve it manually.',
}
