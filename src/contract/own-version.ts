/** The version of this source, of servers and of agents alike: generated from package.json. */
export const ownVersion: string = '0.1.0'
