export const passkeys = {
  title: 'Passkeys',
  text: 'Sign in with a fingerprint, a face, a PIN or a security key instead of a password.',
  none: 'You have none yet.',
  add: 'Add a passkey',
  name: 'Name, for example of the device',
  rename: 'Rename',
  renameTitle: 'Rename the passkey',
  currentPassword: 'Current password',
  added: 'The passkey is added. You can sign in with it now.',
  synced: 'on several devices',
  used: 'Last used',
  unused: 'Not used yet',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Nobody signs in with it any more. Delete it on the device, too.',
  unavailable:
    'Passkeys need HTTPS and a host name, or localhost, and a browser that knows them. The operator sets BELFRY_PUBLIC_URL to such an address.',
  signIn: 'Sign in with a passkey',
  problems: {
    NotAllowedError: 'It was cancelled, took too long, or this device has no passkey for this service.',
    InvalidStateError: 'This device has a passkey of yours already.',
    SecurityError:
      'Passkeys do not work at this address. Open the service at its public URL, or have the operator set BELFRY_PUBLIC_URL.',
    ConstraintError: 'This device cannot verify who uses it. Set up a PIN, a fingerprint or a face there.',
    NotSupportedError: 'This device cannot make passkeys of a kind that is known here.',
  } as Readonly<Record<string, string>>,
}
