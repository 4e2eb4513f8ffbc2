import { expect, it } from 'vitest'
import { installationEnvironment } from './installation.ts'

it('an installation gets nothing of the environment but what npm needs', () => {
  const given = {
    PATH: '/repository/node_modules/.bin:/usr/bin',
    HOME: '/home/belfry',
    HTTPS_PROXY: 'http://proxy.example',
    ['npm_config_registry']: 'https://mirror.example/',
    ['npm_config_local_prefix']: '/repository',
    ['npm_lifecycle_event']: 'start',
    BELFRY_SECRET_KEY: 'secret',
    DATABASE_URL: 'postgres://user:password@db',
    NODE_OPTIONS: '--require /tmp/x.js',
  }
  expect(installationEnvironment(given)).toEqual({
    PATH: '/usr/bin',
    HOME: '/home/belfry',
    HTTPS_PROXY: 'http://proxy.example',
    ['npm_config_registry']: 'https://mirror.example/',
  })
})
