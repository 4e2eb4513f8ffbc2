import type { signIn as English } from '../en/sign-in.ts'

export const signIn: typeof English = {
  title: 'Anmelden',
  to: (host) => `bei ${host}`,
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
  linkInvalid: 'Dieser Anmeldelink wurde schon benutzt oder ist abgelaufen. Bitten Sie den Betreiber um einen neuen.',
  or: 'oder',
  continueWith: (name) => `Weiter mit ${name}`,
  startAgain: 'Zurück zur Anmeldung',
  linkWorking: 'Anmeldung läuft',
  firstTime: 'Zum ersten Mal hier? Das Protokoll des ersten Starts enthält einen Anmeldelink. Einen weiteren erzeugt',
}
