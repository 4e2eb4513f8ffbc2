import type { people as English } from '../en/people.ts'

export const people: typeof English = {
  invite: 'Einladen',
  inviteTitle: 'Mitglied einladen',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  roleMay: {
    ADMIN: 'Voller Zugriff, auch auf Mitglieder und Schlüssel',
    READ_WRITE: 'Prüfungen, Kanäle und Einstellungen bearbeiten',
    READ_RUN: 'Alles ansehen, Prüfungen ausführen, Alarme bestätigen',
    READ_ONLY: 'Alles ansehen',
  },
  send: 'Einladen',
  isMember: (email) => `${email} ist schon Mitglied.`,
  isInvited: (email) => `${email} ist schon eingeladen. Einen neuen Link gibt es in der Liste der Einladungen.`,
  link: 'Einladungslink, nur einmal sichtbar',
  mailed: (email) =>
    `Der Link wurde per E-Mail an ${email} geschickt. Er kann einmal verwendet werden und läuft nach sieben Tagen ab.`,
  notMailed:
    'Es wurde keine E-Mail verschickt: Geben Sie den Link selbst weiter. Er kann einmal verwendet werden und läuft nach sieben Tagen ab.',
  done: 'Fertig',
  invites: 'Offene Einladungen',
  noInvites: 'Keine offenen Einladungen.',
  invited: 'Eingeladen',
  by: (inviter) => (inviter === '' ? 'über die API' : `von ${inviter}`),
  until: 'Läuft ab',
  expired: 'Abgelaufen',
  mail: 'E-Mail',
  mailStatus: {
    NONE: 'Nicht gesendet',
    PENDING: 'Wird gesendet',
    RETRY: 'Wird erneut versucht',
    SENT: 'Gesendet',
    REJECTED: 'Nicht zugestellt',
  },
  sendAgain: 'Erneut senden',
  newLink: 'Neuer Link',
  newLinkTitle: (email) => `Neuer Link für ${email}`,
  newLinkNote: 'Der vorige Link gilt nicht mehr.',
  revoke: 'Zurückziehen',
  revokeTitle: (email) => `Einladung von ${email} zurückziehen?`,
  revokeText: 'Ihr Link gilt dann nicht mehr.',
  acceptTitle: (account) => `${account} beitreten`,
  offered: (inviter, role) =>
    inviter === ''
      ? `Sie sind eingeladen. Ihre Rolle: ${role}.`
      : `${inviter} hat Sie eingeladen. Ihre Rolle: ${role}.`,
  forAddress: (email) => `Die Einladung ist für ${email}.`,
  name: 'Ihr Name',
  newPassword: 'Passwort, mindestens 12 Zeichen',
  password: 'Ihr Passwort',
  known: (email) =>
    `${email} hat hier bereits eine Anmeldung. Geben Sie deren Passwort ein, um die Einladung anzunehmen.`,
  wrongPassword: 'Das Passwort ist falsch.',
  accept: 'Annehmen und anmelden',
  join: 'Annehmen',
  signedInAs: (who) => `Sie sind angemeldet als ${who}. Das Konto kommt zu Ihren hinzu.`,
  somebodyElse: 'Abmelden und als jemand anderes annehmen',
  signInFirst: (email) =>
    `${email} meldet sich hier ohne Passwort an. Melden Sie sich an, dann kommen Sie zu dieser Einladung zurück.`,
  signIn: 'Anmelden',
  brokenTitle: 'Diese Einladung gilt nicht',
  brokenText:
    'Sie wurde bereits angenommen, ist abgelaufen, zurückgezogen, oder der Link ist unvollständig. Bitten Sie um einen neuen Link.',
  toStart: 'Zur Startseite',
}
