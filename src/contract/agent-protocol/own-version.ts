import packageJson from '../../../package.json' with { type: 'json' }

/** The version of this source, of servers and of agents alike. */
export const ownVersion: string = packageJson.version
