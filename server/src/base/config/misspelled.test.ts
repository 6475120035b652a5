import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BadSetting } from './bad-setting.ts';
import { readConfig } from './config.ts';
import { readerOf } from './values.ts';

const misspelled: [name: string, said: RegExp][] = [
  ['SIGNUP', /^SIGNUP is not a setting: did you mean SIGN_UP\?$/],
  ['SIGN_PU', /did you mean SIGN_UP\?/],
  ['SIGN_IN', /did you mean SIGN_IN_LIMIT\?/],
  ['DATABASE', /settings that begin with DATABASE_ are DATABASE_URL, DATABASE_POOL_SIZE/],
  ['DATABASE_HOST', /settings that begin with DATABASE_ are DATABASE_URL/],
  ['DATABSE_URL', /did you mean DATABASE_URL\?/],
  ['DATA_DIRECTORY', /did you mean DATA_DIR\?/],
  ['DATADIR', /did you mean DATA_DIR\?/],
  ['data_dir', /did you mean DATA_DIR\?/],
  ['PUBLIC_URI', /did you mean PUBLIC_URL\?/],
  ['SECRET_KEY_FILE', /did you mean SECRET_KEY\?/],
  ['SECRETKEY', /did you mean SECRET_KEY\?/],
  ['SECRET_KEY_PREVOIUS', /did you mean SECRET_KEY_PREVIOUS\?/],
  ['WEBHOOK_ALLOWED_HOST', /did you mean WEBHOOK_ALLOWED_HOSTS\?/],
  ['WEBHOOK_HOSTS', /settings that begin with WEBHOOK_ are WEBHOOK_ALLOWED_HOSTS/],
  ['TRUSTED_PROXIES', /is not a setting/],
  ['TRUST_PROXIES', /did you mean TRUST_PROXY\?/],
  ['MAX_UPLOAD', /did you mean MAX_UPLOAD_SIZE\?/],
  ['SMTP_HOST', /settings that begin with SMTP_ are SMTP_URL/],
  ['MAIL_FROM_ADDRESS', /did you mean MAIL_FROM\?/],
  ['CORS_ORIGIN', /did you mean CORS_ORIGINS\?/],
  ['RATE_LIMITS', /did you mean RATE_LIMIT\?/],
  ['SHUTDOWN_TIMOUT', /did you mean SHUTDOWN_TIMEOUT\?/],
  ['S3_BUCKETS', /did you mean S3_BUCKET\?/],
  ['TASKBOARD_PORT', /did you mean PORT\?/],
];

for (const [name, said] of misspelled) {
  test(`${name} stops the start with one line that does not repeat its value`, () => {
    assert.throws(
      () => readConfig({ [name]: 'hidden' }),
      (error: Error) =>
        error instanceof BadSetting && said.test(error.message) && !/hidden|\n/.test(error.message),
    );
    readConfig({ [name]: '' });
  });
}

/** Variables that are there where nobody set anything of ours. */
const ordinary: Record<string, string> = {
  'a shell on Debian': `HOME PATH SHELL PWD OLDPWD TERM LANG LC_ALL LANGUAGE USER LOGNAME MAIL HOSTNAME HOSTTYPE HISTSIZE
    SHLVL EDITOR PAGER VISUAL DISPLAY XAUTHORITY SSH_CLIENT SSH_CONNECTION SSH_TTY SSH_AUTH_SOCK SUDO_USER SUDO_COMMAND
    TZ TMPDIR XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS PS1 LS_COLORS COLORTERM MAILTO MAILCHECK
    http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY host port EMAIL DEBEMAIL LESSOPEN _`,
  npm: `npm_config_cache npm_config_user_agent npm_execpath npm_lifecycle_event npm_lifecycle_script npm_node_execpath
    npm_package_json npm_package_name npm_package_version npm_command npm_config_registry INIT_CWD NODE NODE_ENV NODE_OPTIONS
    NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_PATH NODE_DEBUG COLOR EDITOR`,
  systemd: `INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID MANAGERPID LISTEN_FDS LISTEN_PID LISTEN_FDNAMES NOTIFY_SOCKET
    WATCHDOG_USEC WATCHDOG_PID STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY
    CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE EXIT_CODE EXIT_STATUS SERVICE_RESULT`,
  Docker: `HOSTNAME HOME PATH NODE_VERSION YARN_VERSION container DEBIAN_FRONTEND POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB
    POSTGRES_HOST POSTGRES_HOST_AUTH_METHOD POSTGRES_INITDB_ARGS PGDATA PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE GOSU_VERSION
    COMPOSE_PROJECT_NAME DB_PORT_5432_TCP DB_ENV_POSTGRES_PASSWORD REDIS_URL TEST_DATABASE_URL`,
  'GitHub Actions': `CI GITHUB_ACTIONS GITHUB_WORKSPACE GITHUB_TOKEN GITHUB_API_URL GITHUB_SERVER_URL GITHUB_REPOSITORY
    GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STEP_SUMMARY GITHUB_RUN_ID GITHUB_SHA GITHUB_REF_NAME RUNNER_OS RUNNER_TEMP
    RUNNER_TOOL_CACHE RUNNER_WORKSPACE ACTIONS_RUNTIME_URL ACTIONS_CACHE_URL ACTIONS_ID_TOKEN_REQUEST_URL ImageOS ImageVersion
    JAVA_HOME JAVA_HOME_17_X64 ANDROID_HOME ANDROID_SDK_ROOT CHROME_BIN CHROMEWEBDRIVER CONDA DOTNET_NOLOGO
    DOTNET_MULTILEVEL_LOOKUP GOROOT_1_22_X64 HOMEBREW_NO_AUTO_UPDATE LEIN_HOME NVM_DIR PIPX_BIN_DIR PIPX_HOME
    SELENIUM_JAR_PATH SGX_AESM_ADDR STATS_RDCL SWIFT_PATH VCPKG_INSTALLATION_ROOT BOOTSTRAP_HASKELL_NONINTERACTIVE ACCEPT_EULA
    AGENT_TOOLSDIRECTORY DEPLOYMENT_BASEPATH POWERSHELL_DISTRIBUTION_CHANNEL USE_BAZEL_FALLBACK_VERSION`,
  'other software': `LOG_DIR LOG_FILE LOG_FORMAT LOGLEVEL LOG_LEVELS LOG_LEVEL_ROOT DATA_PATH DATA_ROOT DATA PUBLIC_IP PUBLIC_KEY
    MAIL_SERVER MAIL_PORT SECRET SECRET_ID AWS_REGION AWS_SECRET_ACCESS_KEY AWS_S3_BUCKET JAVA_DIR HTTP_URL FTP_URL HTTP_PORT
    HTTPS_PORT APP_PORT PORTS HOSTS BIND_HOST DB_URL DB_HOST MYSQL_DATABASE MAX_CONNECTIONS BACKUP_DIR STORAGE_PATH METRICS_PORT
    RATE SENTRY_DSN SSL_CERT_FILE TASK_DIR SIGNING_KEY SIGN_KEY SMTPD_HOST DATABASES CORSAIR WEBHOOKD`,
};

for (const [where, names] of Object.entries(ordinary)) {
  test(`what ${where} sets stops no start`, () => {
    readConfig(Object.fromEntries(names.split(/\s+/).map((name) => [name, 'something'])));
  });
}

test('what Kubernetes and Docker tell containers about services, whatever these are called, stops no start', () => {
  for (const service of [
    'TASKBOARD',
    'DATABASE',
    'SMTP',
    'OIDC',
    'S3',
    'WEBHOOK',
    'CORS',
    'REDIS',
    'DATA_DIR',
  ]) {
    readConfig({
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      KUBERNETES_PORT_443_TCP_ADDR: '10.0.0.1',
      [`${service}_SERVICE_HOST`]: '10.0.0.2',
      [`${service}_SERVICE_PORT`]: '3000',
      [`${service}_SERVICE_PORT_HTTP`]: '3000',
      [`${service}_PORT`]: 'tcp://10.0.0.2:3000',
      [`${service}_PORT_3000_TCP`]: 'tcp://10.0.0.2:3000',
      [`${service}_PORT_3000_TCP_PROTO`]: 'tcp',
      [`${service}_PORT_3000_TCP_PORT`]: '3000',
      [`${service}_PORT_3000_TCP_ADDR`]: '10.0.0.2',
      [`${service}_NAME`]: '/web/database',
      [`${service}_ENV_PGDATA`]: '/var/lib',
    });
  }
});

test('README lists every setting', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');
  const asked = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  const { names } = readerOf({});
  assert.equal(names.size, 0);
  assert.ok(asked.size > 20);
  for (const name of asked) assert.ok(readme.includes(`\`${name}\``), name);
});
