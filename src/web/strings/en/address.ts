export const address = {
  title: 'Email address',
  field: 'New email address',
  currentPassword: 'Your password, to change the address',
  change: 'Change address',
  sent: (email: string) =>
    `A confirmation was sent to ${email}. The address changes when somebody opens the link in that mail.`,
  sending: (email: string) =>
    `A confirmation is being sent to ${email}. The address changes when somebody opens the link in that mail.`,
  retry: (email: string) => `The confirmation to ${email} could not be sent yet. It is tried again soon.`,
  rejected: (email: string) => `The confirmation to ${email} was not delivered.`,
  notMailed: (email: string) =>
    `${email} waits to be confirmed. This service has no mail server: an administrator can make the link under “Members” and pass it on.`,
  passOn: 'No mail was sent: pass the link on yourself. The address changes when somebody opens it.',
  until: 'The link works until',
  sendAgain: 'Send again',
  newLink: 'New link',
  withdraw: 'Withdraw',
  link: 'Link that confirms the address, shown only here',
  waits: (email: string) => `${email} waits to be confirmed`,
  confirmTitle: 'Confirm your email address',
  confirmText: 'You sign in with this address then, and get mails there.',
  confirm: 'Confirm the address',
  confirmed: (email: string) => `${email} is confirmed`,
  confirmedText: 'From now on it is the address with which you sign in.',
  brokenTitle: 'This link does not work',
  brokenText:
    'It was used already, has expired, was replaced or withdrawn, or a part of it is missing. Change the address once more for a new one.',
  toStart: 'To the start page',
  providerTitle: (name: string) => `Sign in with ${name}`,
  providerText:
    'Continue there once as the person with your email address. From then on it signs you in here, beside what you use now.',
}
