/** How far the installation of a runtime of scripts is, and why npm could not do it. */
export const installationReasons = {
  INSTALLATION_STARTING: 'starting',
  INSTALLATION_WAITING: 'waiting for another process that installs it',
  INSTALLATION_PACKAGES: 'installing packages: {share}',
  INSTALLATION_CHROMIUM: 'unpacking Chromium',
  INSTALLATION_COMPILING: 'compiling the scripts of the service',
  INSTALLATION_DONE: 'installed',
  INSTALLATION_MISSING: 'not installed',
  INSTALLATION_STOPPED: 'The installation was stopped.',
  NPM_UNUSABLE: 'npm cannot be run ({cause}). Install npm, and see that it is in PATH.',
  NPM_UNREACHABLE:
    'npm could not install the packages: {said}. Connect this machine to the npm registry, directly, through HTTPS_PROXY or by naming a mirror in npm_config_registry, or copy the directory of the runtime from a machine that has it. It is tried again by itself.',
  NPM_PACKAGE_MISSING:
    'npm could not install the packages: {said}. The registry lacks a package of the lock file. Name a complete one in npm_config_registry.',
  NPM_REFUSED:
    'npm could not install the packages: {said}. The registry refuses this machine. Check npm_config_registry and the credentials in .npmrc.',
  NPM_DISK_FULL: 'npm could not install the packages: {said}. A runtime needs about 1 GB. Free some space.',
  NPM_NOT_WRITABLE:
    'npm could not install the packages: {said}. Set BELFRY_RUNTIMES_DIR to a directory that the service can write.',
  NPM_PACKAGE_CHANGED:
    'npm could not install the packages: {said}. The registry or a cache has a package that differs from the one in the lock file, so it was not installed. Run "npm cache verify"; if it happens again, do not use that registry.',
  NPM_FAILED: 'npm could not install the packages: {said}.',
} as const
