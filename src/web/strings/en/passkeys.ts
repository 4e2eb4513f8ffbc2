export const passkeys = {
  title: 'Passkeys',
  text: 'Sign in with a fingerprint, a face, a PIN or a security key instead of a password.',
  none: 'No passkeys yet.',
  add: 'Add passkey',
  name: 'Name, for example the device',
  rename: 'Rename',
  renameTitle: 'Rename passkey',
  currentPassword: 'Current password',
  added: 'Passkey added. You can now sign in with it.',
  synced: 'on several devices',
  used: 'Last used',
  unused: 'Not used yet',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'It can no longer be used to sign in. Delete it on the device too.',
  unavailable:
    'Passkeys need a browser that supports them and an HTTPS address with a host name, or localhost. The operator sets it with BELFRY_PUBLIC_URL.',
  signIn: 'Sign in with a passkey',
  problems: {
    NotAllowedError: 'The request was cancelled or timed out, or this device has no passkey for this service.',
    InvalidStateError: 'This device already has a passkey for you.',
    SecurityError:
      'Passkeys do not work at this address. Open the service at its public URL, or ask the operator to set BELFRY_PUBLIC_URL.',
    ConstraintError: 'This device cannot verify its user. Set up a PIN, fingerprint or face recognition on it.',
    NotSupportedError: 'This device supports none of the passkey types accepted here.',
  } as Readonly<Record<string, string>>,
}
