export function NoMailServer() {
  return <p>No mail server is set up: nothing is sent until the person who runs the site adds one.</p>;
}
