declare module '*.module.css' {
  /** Its classes, each as it is called in the page: imported as `* as styles`, so that a script names those that it uses. */
  const classes: { readonly [name: string]: string };
  export = classes;
}

declare module '*.css' {}

declare module '*&url' {
  const address: string;
  export default address;
}

declare module '*?url' {
  const address: string;
  export default address;
}
