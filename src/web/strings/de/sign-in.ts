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
  reasons: {
    OIDC_NOT_CONFIGURED: () => 'Hier ist kein Anmeldedienst eingerichtet.',
    OIDC_SIGN_IN_ENDED: () =>
      'Diese Anmeldung ist schon abgeschlossen, abgelaufen oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie neu.',
    OIDC_REJECTED: (message) => `Der Anmeldedienst hat Sie nicht angemeldet. Bitte beginnen Sie neu. (${message})`,
    OIDC_UNREACHABLE: (message) =>
      `Der Anmeldedienst ist nicht erreichbar. Melden Sie sich anders an oder versuchen Sie es später. (${message})`,
    OIDC_EMAIL_UNVERIFIED: () =>
      'Der Anmeldedienst nennt keine bestätigte E-Mail-Adresse. Bestätigen Sie Ihre Adresse dort oder fragen Sie den Betreiber.',
    OIDC_GROUPS_MISSING: () =>
      'Der Anmeldedienst nennt keine Gruppen, nach denen sich die Rolle richtet. Bitte wenden Sie sich an den Betreiber.',
    OIDC_NOT_ALLOWED: () =>
      'Sie dürfen sich hier nicht anmelden: Keine Ihrer Gruppen hat eine Rolle. Bitten Sie einen Administrator um eine Einladung.',
    OIDC_SIGN_IN_TO_LINK: () =>
      'Jemand hat hier Ihre E-Mail-Adresse. Melden Sie sich auf andere Weise an, und verknüpfen Sie den Anmeldedienst dann in den Einstellungen.',
    OIDC_ADDRESS_SHARED: () =>
      'Mehrere Mitglieder haben Ihre E-Mail-Adresse. Bitten Sie einen Administrator, die der anderen zu ändern.',
  },
  linkWorking: 'Anmeldung läuft',
  firstTime: 'Zum ersten Mal hier? Das Protokoll des ersten Starts enthält einen Anmeldelink. Einen weiteren erzeugt',
}
