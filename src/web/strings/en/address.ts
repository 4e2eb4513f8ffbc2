export const address = {
  title: 'Email address',
  field: 'New email address',
  currentPassword: 'Password to confirm the change',
  change: 'Change address',
  sent: (email: string) =>
    `A confirmation was sent to ${email}. The address changes once the link in that email is opened.`,
  sending: (email: string) =>
    `A confirmation is being sent to ${email}. The address changes once the link in that email is opened.`,
  retry: (email: string) => `The confirmation to ${email} could not be sent yet. It will be retried soon.`,
  rejected: (email: string) => `The confirmation to ${email} was not delivered.`,
  notMailed: (email: string) =>
    `${email} is not confirmed yet. This service has no mail server: an admin can create the link under “Members” and pass it on.`,
  passOn: 'No email was sent: pass the link on yourself. The address changes once it is opened.',
  until: 'Link valid until',
  sendAgain: 'Send again',
  newLink: 'New link',
  withdraw: 'Withdraw',
  link: 'Confirmation link, shown only once',
  waits: (email: string) => `${email} is not confirmed yet`,
  confirmTitle: 'Confirm your email address',
  confirmText: 'Afterwards you sign in with this address and receive email there.',
  confirm: 'Confirm address',
  confirmed: (email: string) => `${email} is confirmed`,
  confirmedText: 'From now on you sign in with this address.',
  brokenTitle: 'This link does not work',
  brokenText:
    'It was already used, has expired, was replaced or withdrawn, or is incomplete. Change the address again to get a new link.',
  toStart: 'Go to home',
  providerTitle: (name: string) => `Sign in with ${name}`,
  providerText:
    'Sign in there once with your email address. After that you can use it to sign in here, in addition to your current method.',
}
