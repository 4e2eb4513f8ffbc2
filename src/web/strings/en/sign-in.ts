/** Texts of this language for faults of identity providers; those of the service are in English. */
type Reasons = Readonly<Record<string, (message: string) => string>>
const reasons: Reasons = {}

export const signIn = {
  title: 'Sign in',
  to: (host: string) => `to ${host}`,
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Email address or password is wrong.',
  linkInvalid: 'This sign-in link was used already or has expired. Ask the operator for a new one.',
  or: 'or',
  continueWith: (name: string) => `Continue with ${name}`,
  startAgain: 'Back to sign in',
  reasons,
  linkWorking: 'Signing in',
  firstTime: 'First time here? The log of the first start holds a sign-in link. Make another with',
}
