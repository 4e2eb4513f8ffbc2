import type { passkeys as English } from '../en/passkeys.ts'

export const passkeys: typeof English = {
  title: 'Passkeys',
  text: 'Melden Sie sich mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel an statt mit einem Passwort.',
  none: 'Sie haben noch keinen.',
  add: 'Passkey hinzufügen',
  name: 'Name, zum Beispiel des Geräts',
  rename: 'Umbenennen',
  renameTitle: 'Passkey umbenennen',
  currentPassword: 'Bisheriges Passwort',
  added: 'Der Passkey ist hinzugefügt. Sie können sich jetzt damit anmelden.',
  synced: 'auf mehreren Geräten',
  used: 'Zuletzt benutzt',
  unused: 'Noch nicht benutzt',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Damit meldet sich niemand mehr an. Löschen Sie ihn auch auf dem Gerät.',
  unavailable:
    'Passkeys brauchen HTTPS und einen Rechnernamen, oder localhost, und einen Browser, der sie kennt. Der Betreiber setzt BELFRY_PUBLIC_URL auf eine solche Adresse.',
  signIn: 'Mit einem Passkey anmelden',
  problems: {
    NotAllowedError: 'Es wurde abgebrochen, dauerte zu lange, oder dieses Gerät hat keinen Passkey für diesen Dienst.',
    InvalidStateError: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
    SecurityError:
      'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie den Dienst unter seiner öffentlichen URL, oder lassen Sie den Betreiber BELFRY_PUBLIC_URL setzen.',
    ConstraintError:
      'Dieses Gerät kann nicht prüfen, wer es benutzt. Richten Sie dort eine PIN, einen Fingerabdruck oder ein Gesicht ein.',
    NotSupportedError: 'Dieses Gerät kann keine Passkeys einer Art anlegen, die hier bekannt ist.',
  },
}
