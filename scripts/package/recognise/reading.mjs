// How the generated code reads an object.

/**
 * Statements that read the members of "object" into variables of their names. An object with others is not recognised.
 */
export const reading = (...names) => `for (const name in object) {
    const value = object[name];
    switch (name) {
${names.map((name) => `      case "${name}":\n        ${name} = value;\n        break;`).join("\n")}
      default:
        return;
    }
  }`;
