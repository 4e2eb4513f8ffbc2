export const signIn = {
  title: 'Sign in',
  to: (host: string) => `to ${host}`,
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Incorrect email address or password.',
  linkInvalid: 'This sign-in link was already used or has expired. Ask the operator for a new one.',
  or: 'or',
  continueWith: (name: string) => `Continue with ${name}`,
  startAgain: 'Back to sign in',
  linkWorking: 'Signing in',
  firstTime: 'First time here? Find your sign-in link in the log of the first start, or create another with',
}
