/** Runs example programs of several languages with the interpreters of this machine. */
import { execFile, spawn, spawnSync } from 'node:child_process';

/** The output of a program, and its error if it failed. */
export interface Outcome {
  output: string;
  error: string | null;
}

type Run = (programs: readonly string[]) => Promise<Outcome[]>;

interface Interpreter {
  /** The requirements of the programs, for the title of a skipped test. */
  needs: string;
  isInstalled: boolean;
  run: Run;
}

/** Runs Python programs in one process, since importing a library takes longer than a request. */
const PYTHON_DRIVER = `
import contextlib, io, json, sys, traceback
outcomes = []
for program in json.load(sys.stdin):
    output, error = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(output):
            exec(compile(program, "example", "exec"), {"__name__": "__main__"})
    except BaseException:
        error = traceback.format_exc()
    outcomes.append({"output": output.getvalue(), "error": error})
json.dump(outcomes, sys.stdout)
`;

const PERL_DRIVER = `
use strict; use JSON::PP;
my $programs = do { local $/; decode_json(<STDIN>) };
my @outcomes;
for my $program (@$programs) {
  my $output = '';
  open(my $handle, '>', \\$output);
  my $before = select($handle);
  my $ok = eval('package Example' . scalar(@outcomes) . ";\\n$program\\n;1");
  my $error = $ok ? undef : "$@";
  select($before);
  utf8::decode($output);
  push @outcomes, { output => $output, error => $error };
}
print encode_json(\\@outcomes);
`;

const RUBY_DRIVER = `
require 'json'
require 'stringio'
outcomes = JSON.parse($stdin.read).map do |program|
  output, error, before = StringIO.new, nil, $stdout
  begin
    $stdout = output
    eval(program, binding.dup)
  rescue Exception => e
    error = e.full_message
  ensure
    $stdout = before
  end
  { output: output.string, error: error }
end
puts JSON.generate(outcomes)
`;

/** Prints what a program at the top level prints: the value of each expression that is visible. */
const R_DRIVER = `
programs <- jsonlite::fromJSON(file("stdin"), simplifyVector = FALSE)
outcomes <- lapply(programs, function(program) {
  place <- new.env(parent = globalenv())
  error <- NULL
  output <- utils::capture.output(tryCatch(
    for (expression in parse(text = program, encoding = "UTF-8")) {
      result <- withVisible(eval(expression, place))
      if (result$visible) print(result$value)
    },
    error = function(condition) error <<- conditionMessage(condition)
  ))
  list(output = paste(output, collapse = "\\n"), error = error)
})
cat(jsonlite::toJSON(outcomes, auto_unbox = TRUE, null = "null"))
`;

const succeeds = (command: string, args: readonly string[]) => spawnSync(command, args).status === 0;

/** A driver gets a JSON list of programs on its standard input, and prints a JSON list of outcomes. */
function driven(command: string, args: readonly string[]): Run {
  return (programs) =>
    new Promise((settle, reject) => {
      const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
      child.once('close', (code) =>
        code === 0
          ? settle(JSON.parse(text) as Outcome[])
          : reject(new Error(`${command} ended with ${code}: ${text}`)),
      );
      child.stdin.end(JSON.stringify(programs));
    });
}

const runShell: Run = async (programs) => {
  const outcomes: Outcome[] = [];
  for (const program of programs) {
    outcomes.push(
      await new Promise<Outcome>((settle) =>
        execFile('sh', ['-c', program], { maxBuffer: 64 * 1024 * 1024 }, (error, output) =>
          settle({ output, error: error?.message ?? null }),
        ),
      ),
    );
  }
  return outcomes;
};

type Program = new (console: string, code: string) => (console: { log(value: unknown): void }) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as Program;

const runJavaScript: Run = async (programs) => {
  const outcomes: Outcome[] = [];
  for (const program of programs) {
    const outcome: Outcome = { output: '', error: null };
    const log = (value: unknown) => {
      outcome.output += typeof value === 'string' ? value : JSON.stringify(value);
    };
    await new AsyncFunction('console', program)({ log }).catch((error: unknown) => (outcome.error = String(error)));
    outcomes.push(outcome);
  }
  return outcomes;
};

export const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  curl: { needs: 'curl', isInstalled: succeeds('curl', ['--version']), run: runShell },
  JavaScript: { needs: 'Node', isInstalled: true, run: runJavaScript },
  Perl: {
    needs: 'perl with HTTP::Tiny and JSON',
    isInstalled: succeeds('perl', ['-MHTTP::Tiny', '-MJSON', '-MJSON::PP', '-e', '1']),
    run: driven('perl', ['-e', PERL_DRIVER]),
  },
  Python: {
    needs: 'python3 with requests',
    isInstalled: succeeds('python3', ['-c', 'import requests']),
    run: driven('python3', ['-c', PYTHON_DRIVER]),
  },
  R: {
    needs: 'R with httr, httr2 and jsonlite',
    isInstalled: succeeds('Rscript', ['-e', 'for (name in c("httr", "httr2", "jsonlite")) loadNamespace(name)']),
    run: driven('Rscript', ['--encoding=UTF-8', '-e', R_DRIVER]),
  },
  Ruby: {
    needs: 'ruby',
    isInstalled: succeeds('ruby', ['-rjson', '-rnet/http', '-e', '1']),
    run: driven('ruby', ['-e', RUBY_DRIVER]),
  },
};
