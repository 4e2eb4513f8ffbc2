import type { address as English } from '../en/address.ts'

export const address: typeof English = {
  title: 'E-Mail-Adresse',
  field: 'Neue E-Mail-Adresse',
  currentPassword: 'Passwort zur Bestätigung',
  change: 'Adresse ändern',
  sent: (email) =>
    `An ${email} wurde eine Bestätigung geschickt. Die Adresse ändert sich, sobald der Link in dieser E-Mail geöffnet wird.`,
  sending: (email) =>
    `An ${email} wird eine Bestätigung geschickt. Die Adresse ändert sich, sobald der Link in dieser E-Mail geöffnet wird.`,
  retry: (email) =>
    `Die Bestätigung an ${email} ließ sich noch nicht verschicken. Der Versand wird bald erneut versucht.`,
  rejected: (email) => `Die Bestätigung an ${email} wurde nicht zugestellt.`,
  notMailed: (email) =>
    `${email} ist noch nicht bestätigt. Dieser Dienst hat keinen Mailserver: Ein Administrator kann den Link unter „Mitglieder“ erzeugen und weitergeben.`,
  passOn:
    'Es wurde keine E-Mail verschickt: Geben Sie den Link selbst weiter. Die Adresse ändert sich, sobald er geöffnet wird.',
  until: 'Der Link gilt bis',
  sendAgain: 'Erneut senden',
  newLink: 'Neuer Link',
  withdraw: 'Zurückziehen',
  link: 'Bestätigungslink, nur einmal sichtbar',
  waits: (email) => `${email} ist noch nicht bestätigt`,
  confirmTitle: 'E-Mail-Adresse bestätigen',
  confirmText: 'Danach melden Sie sich mit dieser Adresse an und erhalten dort E-Mails.',
  confirm: 'Adresse bestätigen',
  confirmed: (email) => `${email} ist bestätigt`,
  confirmedText: 'Ab jetzt melden Sie sich mit dieser Adresse an.',
  brokenTitle: 'Dieser Link gilt nicht',
  brokenText:
    'Er wurde bereits verwendet, ist abgelaufen, ersetzt, zurückgezogen oder unvollständig. Ändern Sie die Adresse erneut, um einen neuen Link zu erhalten.',
  toStart: 'Zur Startseite',
  providerTitle: (name) => `Anmelden mit ${name}`,
  providerText:
    'Melden Sie sich dort einmal mit Ihrer E-Mail-Adresse an. Danach können Sie sich hier zusätzlich auf diesem Weg anmelden.',
}
