import type { passkeys as English } from '../en/passkeys.ts'

export const passkeys: typeof English = {
  title: 'Passkeys',
  text: 'Melden Sie sich mit Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel an statt mit einem Passwort.',
  none: 'Noch keine Passkeys.',
  add: 'Passkey hinzufügen',
  name: 'Name, zum Beispiel des Geräts',
  rename: 'Umbenennen',
  renameTitle: 'Passkey umbenennen',
  currentPassword: 'Bisheriges Passwort',
  added: 'Passkey hinzugefügt. Sie können sich jetzt damit anmelden.',
  synced: 'auf mehreren Geräten',
  used: 'Zuletzt benutzt',
  unused: 'Noch nicht benutzt',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Er kann nicht mehr zum Anmelden verwendet werden. Löschen Sie ihn auch auf dem Gerät.',
  unavailable:
    'Passkeys brauchen einen Browser, der sie unterstützt, und eine HTTPS-Adresse mit Hostnamen, oder localhost. Der Betreiber setzt sie mit BELFRY_PUBLIC_URL.',
  signIn: 'Mit einem Passkey anmelden',
  problems: {
    NotAllowedError: 'Es wurde abgebrochen, dauerte zu lange, oder dieses Gerät hat keinen Passkey für diesen Dienst.',
    InvalidStateError: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
    SecurityError:
      'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie den Dienst unter seiner öffentlichen URL, oder lassen Sie den Betreiber BELFRY_PUBLIC_URL setzen.',
    ConstraintError:
      'Dieses Gerät kann nicht prüfen, wer es benutzt. Richten Sie dort eine PIN, einen Fingerabdruck oder ein Gesicht ein.',
    NotSupportedError: 'Dieses Gerät unterstützt keinen der hier akzeptierten Passkey-Typen.',
  },
}
