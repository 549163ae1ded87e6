// Loaded into every Node.js that a command starts: appends its arguments to a file.
require("node:fs").appendFileSync(process.env.RECORDED_ARGUMENTS, `${JSON.stringify(process.argv)}\n`);
