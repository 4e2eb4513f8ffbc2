export const drill = {
  title: 'Break it on purpose',
  text: 'The check runs once against an expectation that cannot be met. Its alert channels get the real message, marked as a drill. Nothing of it counts: no result, no alert, no incident.',
  start: 'Break it on purpose',
  again: 'Break it again',
  running: 'The check is running against a wrong expectation',
  ran: 'The check failed, as it should',
  notSent: 'Nothing was sent',
  sending: 'Sending the message',
  outcomes: {
    sent: 'delivered',
    retry: 'not delivered',
    rejected: 'rejected',
  } as Readonly<Record<string, string>>,
  steps: 'What happens in the drill',
  notClosed: 'The incident that it opened there could not be resolved. Resolve it by hand.',
}
