export const signIn = {
  title: 'Sign in',
  to: (host: string) => `to ${host}`,
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'Email address or password is wrong.',
  linkInvalid: 'This sign-in link was used already or has expired. Ask the operator for a new one.',
  linkWorking: 'Signing in',
  firstTime: 'First time here? The log of the first start holds a sign-in link. Make another with',
}
