import type { address as English } from '../en/address.ts'

export const address: typeof English = {
  title: 'E-Mail-Adresse',
  field: 'Neue E-Mail-Adresse',
  currentPassword: 'Ihr Passwort, um die Adresse zu ändern',
  change: 'Adresse ändern',
  sent: (email) =>
    `An ${email} wurde eine Bestätigung geschickt. Die Adresse ändert sich, wenn jemand den Link in dieser Mail öffnet.`,
  sending: (email) =>
    `An ${email} wird eine Bestätigung geschickt. Die Adresse ändert sich, wenn jemand den Link in dieser Mail öffnet.`,
  retry: (email) => `Die Bestätigung an ${email} ließ sich noch nicht verschicken. Es wird bald noch einmal versucht.`,
  rejected: (email) => `Die Bestätigung an ${email} wurde nicht zugestellt.`,
  notMailed: (email) =>
    `${email} muss noch bestätigt werden. Dieser Dienst hat keinen Mailserver: Wer das Konto verwaltet, kann unter „Mitglieder“ den Link anlegen und weitergeben.`,
  passOn:
    'Es wurde keine Mail verschickt: Geben Sie den Link selbst weiter. Die Adresse ändert sich, wenn jemand ihn öffnet.',
  until: 'Der Link gilt bis',
  sendAgain: 'Erneut senden',
  newLink: 'Neuer Link',
  withdraw: 'Zurückziehen',
  link: 'Link, der die Adresse bestätigt; nur hier zu sehen',
  waits: (email) => `${email} muss noch bestätigt werden`,
  confirmTitle: 'E-Mail-Adresse bestätigen',
  confirmText: 'Danach melden Sie sich mit dieser Adresse an und erhalten dort Mails.',
  confirm: 'Adresse bestätigen',
  confirmed: (email) => `${email} ist bestätigt`,
  confirmedText: 'Ab jetzt melden Sie sich mit dieser Adresse an.',
  brokenTitle: 'Dieser Link gilt nicht',
  brokenText:
    'Er wurde schon benutzt, ist abgelaufen, ersetzt oder zurückgezogen, oder ein Teil fehlt. Ändern Sie die Adresse noch einmal.',
  toStart: 'Zur Startseite',
  providerTitle: (name) => `Anmelden mit ${name}`,
  providerText:
    'Melden Sie sich dort einmal mit Ihrer E-Mail-Adresse an. Danach können Sie sich auch so anmelden, neben der bisherigen Weise.',
}
