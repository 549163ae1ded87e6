// Generates code that reads the members of an object.

/**
 * Returns statements that read the members of "object" into variables of their names. An object with other members is
 * not recognised.
 */
export const reading = (...names) => `for (const name in object) {
    const value = object[name];
    switch (name) {
${names.map((name) => `      case "${name}":\n        ${name} = value;\n        break;`).join("\n")}
      default:
        return;
    }
  }`;
