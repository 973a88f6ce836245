#!/usr/bin/env python3
"""Checks config/deploy against a running service: every metric and label in an alert, a dashboard or the
autoscaler exists, every query is valid, and numbers repeated in several files agree, including those of the
workflows; the proxies keep metrics private and text of URLs out of their logs. `script/check-deploy` runs it with the program and a temporary folder.

    Tests/Deploy/check.py build/chatprint /tmp/scratch
"""

import http.client
import http.server
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "config/deploy"
PICTURE = b'{"messages":[{"text":"Hi","unknown":1},"Hello"]}'
faults = []


def check(holds, words):
    if not holds:
        faults.append(words)


def metrics_of_a_service(binary, key):
    """The text of /metrics after a rendering, a warning, a rejected request and an exceeded limit."""
    port = free_port()
    process = subprocess.Popen(
        [binary, "serve", "--config", str(ROOT / "config"), "--port", str(port), "--messages", "9",
         "--cache-bytes", "1MiB", "--sign-key", str(key)],
        stdout=subprocess.DEVNULL)
    try:
        def ask(path, body=None):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", body, timeout=20) as answer:
                    return answer.read().decode(errors="replace")
            except urllib.error.HTTPError as error:
                return error.read().decode()

        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                ask("/healthz")
                break
            except OSError:
                time.sleep(0.05)
        ask("/render", PICTURE)
        ask("/render", b'{"messages":' + json.dumps(["a"] * 10).encode() + b"}")
        with socket.create_connection(("127.0.0.1", port)) as broken:
            broken.sendall(b"nonsense\r\n\r\n")
            broken.recv(1000)
        return ask("/metrics")
    finally:
        process.terminate()
        check(process.wait(30) == 0, "the service does not exit with 0")


def vocabulary(text):
    """The labels of every metric by name; a histogram has three names."""
    names = {}
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M):
        ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        for end in ends:
            names[name + end] = set()
    for name, labels in re.findall(r"^([a-z_]+)\{(.*)\} ", text, re.M):
        names[name] |= set(re.findall(r"(\w+)=", labels))
    return names


def queries():
    """Every PromQL expression and its place."""
    for group in yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            yield f"alerts.yml: {rule['alert']}", rule["expr"]
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    for variable in dashboard["templating"]["list"]:
        found = re.match(r"label_values\((.+), \w+\)$", variable.get("definition", ""))
        if found:
            yield f"grafana.json: ${variable['name']}", found.group(1)
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield f"grafana.json: {panel['title']}", target["expr"]
    for change in yaml.safe_load((DEPLOY / "kubernetes/podmonitor/queue.yaml").read_text()):
        yield "queue.yaml", change["value"]["pods"]["metric"]["name"]


def check_queries(text, scratch):
    known, added = vocabulary(text), {"job", "instance", "up"}
    for place, query in queries():
        used = re.findall(r"\b(up|(?:chatprint|process)_[a-z_]+)\b", query)
        check(used, f"{place}: the query uses no metric")
        for name in used:
            check(name in known or name == "up", f"{place}: there is no metric {name}")
        labels = set().union(*(known.get(name, set()) for name in used)) | added
        asked = set(re.findall(r"[{,]\s*(\w+)\s*[=!]", query))
        for words in re.findall(r"\b(?:by|on)\s*\(([^)]*)\)", query):
            asked |= {word.strip() for word in words.split(",")}
        asked |= set(re.findall(r"\{\{(\w+)\}\}", query))
        check(asked <= labels, f"{place}: no such label: {', '.join(sorted(asked - labels))}")
    # Prometheus's own parser, after Grafana's variables are replaced.
    plain = [query.replace("$__rate_interval", "1m").replace("$job", "a").replace("$instance", "b")
             for _, query in queries()]
    rules = [{"record": f"query:{n}", "expr": query} for n, query in enumerate(plain)]
    path = scratch / "queries.yml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": rules}]}))
    result = subprocess.run(["promtool", "check", "rules", str(path)], capture_output=True, text=True)
    check(result.returncode == 0, f"a query is invalid: {result.stderr}")


def check_text(text):
    result = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
    check(result.returncode == 0, f"/metrics: {result.stdout}{result.stderr}")


def check_dashboard():
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    numbers = [panel["id"] for panel in dashboard["panels"]]
    check(len(numbers) == len(set(numbers)), "grafana.json: two panels have the same id")
    squares = set()
    for panel in dashboard["panels"]:
        at = panel["gridPos"]
        mine = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        check(not mine & squares, f"grafana.json: {panel['title']} overlaps another panel")
        check(at["x"] + at["w"] <= 24, f"grafana.json: {panel['title']} is outside the grid")
        squares |= mine


def manifest(name, kind):
    documents = yaml.safe_load_all((DEPLOY / f"kubernetes/{name}.yaml").read_text())
    return next(document for document in documents if document["kind"] == kind)


def seconds(words):
    return int(re.match(r"(\d+)s?$", str(words)).group(1))


def check_agreement(binary):
    """Numbers and names repeated in several files must agree."""
    table = subprocess.run([binary, "settings"], capture_output=True, text=True)
    rows = table.stdout or (ROOT / "config/README.md").read_text()
    default = {name: value for name, value in re.findall(r"^\| `(\w+)` \| `([^`]*)`", rows, re.M)}
    names = set(re.findall(r"^\| `(\w+)` \|", rows, re.M))
    drain = int(default["drain_seconds"])

    folder = DEPLOY / "kubernetes"
    for path in folder.glob("**/kustomization.yaml"):
        used = yaml.safe_load(path.read_text())
        files = used.get("resources", []) + [patch["path"] for patch in used.get("patches", [])]
        files += [name for secret in used.get("secretGenerator", []) for name in secret["envs"]]
        beside = {file.name for file in path.parent.iterdir() if file.is_file()} - {path.name}
        check(set(files) == beside, f"{path}: {set(files) ^ beside} is only listed, or only there")
    for line in (folder / "keys.env").read_text().splitlines():
        name = line.partition("=")[0].removeprefix("CHATPRINT_").lower()
        check(line.startswith("#") or name in names, f"keys.env: there is no setting {name}")
        check(line.startswith("#") or line.endswith("="), "keys.env contains a key")
    pod = manifest("deployment", "Deployment")["spec"]["template"]
    container = pod["spec"]["containers"][0]
    environment = {entry["name"]: entry.get("value") for entry in container["env"]}
    grace = pod["spec"]["terminationGracePeriodSeconds"]
    pause = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    check(pause + int(environment["CHATPRINT_DRAIN_SECONDS"]) < grace, "deployment.yaml: the pod is killed before it has drained")
    probe = container["readinessProbe"]
    check(probe["periodSeconds"] * probe["failureThreshold"] <= pause, "deployment.yaml: the pod is still ready when it stops")
    check(pod["spec"]["enableServiceLinks"] is False, "deployment.yaml: CHATPRINT_PORT would be a URL")
    for name in environment:
        check(name.removeprefix("CHATPRINT_").lower() in names, f"deployment.yaml: there is no setting {name}")
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    check(ports["http"] == int(default["port"]), "deployment.yaml: the port differs from the image's")
    check(ports["metrics"] == int(environment["CHATPRINT_METRICS_PORT"]), "deployment.yaml: the two ports for metrics differ")
    labels = pod["metadata"]["labels"]
    for name, kind in (("service", "Service"), ("poddisruptionbudget", "PodDisruptionBudget")):
        selector = manifest(name, kind)["spec"]["selector"]
        check(selector.get("matchLabels", selector) == labels, f"{name}.yaml selects other pods")
    check(manifest("networkpolicy", "NetworkPolicy")["spec"]["egress"] == [], "networkpolicy.yaml allows egress")

    secret = yaml.safe_load((folder / "kustomization.yaml").read_text())["secretGenerator"][0]["name"]
    check(container["envFrom"][0]["secretRef"]["name"] == secret, "deployment.yaml reads another Secret")
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["chatprint"]
    limits = compose["deploy"]["resources"]["limits"]
    for place, processes, cpus in (
            ("compose.yaml", compose["environment"].get("CHATPRINT_PROCESSES"), limits["cpus"]),
            ("deployment.yaml", environment.get("CHATPRINT_PROCESSES"), container["resources"]["limits"]["cpu"])):
        check(str(processes) == cpus, f"{place}: CHATPRINT_PROCESSES differs from the processors")
    for name in compose["environment"]:
        check(name.removeprefix("CHATPRINT_").lower() in names, f"compose.yaml: there is no setting {name}")
    check(seconds(compose["stop_grace_period"]) > drain, "compose.yaml: the service is killed before it has drained")
    unit = (DEPLOY / "chatprint.service").read_text()
    sockets = {path.name: path.read_text() for path in DEPLOY.glob("*.socket")}
    check(set(re.search(r"^Sockets=(.*)$", unit, re.M).group(1).split()) == set(sockets),
          "chatprint.service takes other sockets than there are")
    metrics = sockets["chatprint-metrics.socket"]
    check("FileDescriptorName=metrics\n" in metrics, "chatprint-metrics.socket: the service knows it by another name")
    port = re.search(r"^ListenStream=\S+:(\d+)$", metrics, re.M).group(1)
    check(f"localhost:{port}" in (DEPLOY / "prometheus/prometheus.yml").read_text(),
          "chatprint-metrics.socket: Prometheus scrapes another port")
    check(seconds(re.search(r"TimeoutStopSec=(\S+)", unit).group(1)) > drain, "chatprint.service: the service is killed before it has drained")

    version = subprocess.run([binary, "version"], capture_output=True, text=True).stdout.split()[-1]
    # One variable names the image, or one entry of the kustomization.
    image = yaml.safe_load((folder / "kustomization.yaml").read_text())["images"]
    check([entry["name"] for entry in image] == [container["image"]], "kustomization.yaml replaces another image than the deployment's")
    local = f"{image[0]['newName']}:{image[0]['newTag']}"
    check(local == f"chatprint:{version}", "kustomization.yaml names another image or version")
    check(compose["image"] == f"${{CHATPRINT_IMAGE:-{local}}}", "compose.yaml names another image or version")
    for document in ("README.md", "config/deploy/README.md"):
        check(f"\nexport CHATPRINT_IMAGE={local} " in (ROOT / document).read_text(), f"{document} names another image or version")
    dockerfile = (ROOT / "Dockerfile").read_text()
    check("ARG VERSION=unknown\n" in dockerfile, "the Dockerfile has its own version")
    check(json.loads((ROOT / "config/openapi.json").read_text())["info"]["version"] == version, "openapi.json names another version")
    proxy = (DEPLOY / "haproxy.cfg").read_text()
    check(f"gt {default['body_bytes']} " in proxy + " ", "haproxy.cfg: the limit differs from body_bytes")
    nginx = (DEPLOY / "nginx.conf").read_text()
    check(f"client_max_body_size {int(default['body_bytes']) >> 20}m;" in nginx, "nginx.conf: the limit differs from body_bytes")


class Instance(http.server.BaseHTTPRequestHandler):
    """Answers every GET with 200, for which a cache may keep it for a second."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Cache-Control", "public, max-age=1")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def check_proxy(name, command, log, port, instance):
    """Metrics are not public in any spelling, and no log contains text of a URL."""
    def status(target):
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            client.request("GET", target)
            return client.getresponse().status
        except OSError:
            return 0
        finally:
            client.close()

    with open(log, "ab") as output:
        process = subprocess.Popen(
            command, env=os.environ | {"LISTEN": f"127.0.0.1:{port}", "CHATPRINT_1": f"127.0.0.1:{instance.server_port}"},
            stdout=output, stderr=subprocess.STDOUT)
    texts = ("/render.png?m=Secret", "/render.png/Secret", "/render.mp4/Secret", "/render.PNG/Secret",
             "/render.png%2FSecret", "/render.png%3Fm=Secret", "/%72ender.png/Secret", "/jobs/Secret/result")
    try:
        end = time.monotonic() + 30
        while status("/version") != 200 and time.monotonic() < end:
            time.sleep(0.1)
        for target in ("/metrics", "/%6detrics", "/metric%73?a", "/readyz", "/%72eadyz"):
            check(status(target) == 404, f"{name}: {target} is public")
        for target in texts:
            check(status(target) == 200, f"{name}: {target} does not reach the instance")
        instance.shutdown()
        instance.server_close()
        time.sleep(2)
        for target in texts:
            check(status(target) >= 500, f"{name}: {target} is served although its cache entry has expired")
    finally:
        process.terminate()
        process.wait(30)
    logged = log.read_text(errors="replace")
    check("/render.png" in logged and "/version" in logged, f"{name}: there is no log of requests")
    for line in logged.splitlines():
        check("Secret" not in line, f"{name}: the log has text of a URL: {line}")


def check_proxies(scratch):
    # Started by root, nginx's workers are another user.
    scratch.chmod(0o711)
    for name in ("haproxy.cfg", "nginx.conf"):
        instance, port = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Instance), free_port()
        threading.Thread(target=instance.serve_forever, daemon=True).start()
        if name == "haproxy.cfg":
            command = ["haproxy", "-f", str(DEPLOY / name)]
        else:
            words = (DEPLOY / name).read_text().replace("/run/nginx.pid", f"{scratch}/proxy.pid")
            words = words.replace("/var/cache/nginx/chatprint", f"{scratch}/proxy-cache")
            words = words.replace("listen 8080;", f"listen 127.0.0.1:{port};")
            words = words.replace("127.0.0.1:8081", f"127.0.0.1:{instance.server_port}")
            path = scratch / "proxy.conf"
            path.write_text(words)
            if not os.access("/usr/sbin/nginx", os.X_OK):
                continue
            command = ["/usr/sbin/nginx", "-c", str(path), "-g", "daemon off;"]
        check_proxy(name, command, scratch / f"{name}.log", port, instance)


def check_workflow():
    """The workflow's jobs use the image's base system, and every fuzz target runs nightly."""
    jobs = workflow("ci")["jobs"]
    for name, job in jobs.items():
        check(job["container"]["image"] == swift_image(), f"ci.yml: {name} does not run in the Dockerfile's image")
    nightly = " ".join(entry["run"] for entry in jobs["nightly"]["strategy"]["matrix"]["include"])
    cases = re.search(r"case \$name in\n(.*?)\*\)", (ROOT / "script/fuzz").read_text(), re.S).group(1)
    targets = re.findall(r"^ +([a-z |]+)\) modules", cases, re.M)
    for target in " | ".join(targets).split(" | "):
        check(f"script/fuzz {target} " in nightly, f"ci.yml: the fuzz target {target} does not run nightly")


def workflow(name):
    return yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text())


def swift_image():
    return re.search(r"^ARG SWIFT_IMAGE=docker.io/library/(\S+)$", (ROOT / "Dockerfile").read_text(), re.M).group(1)


def check_release():
    """The release workflow checks what ci.yml does, builds what the Dockerfile has, and asks for no needless permission."""
    text, jobs = (ROOT / ".github/workflows/release.yml").read_text(), workflow("release")["jobs"]
    for path in sorted(set(re.findall(r"(?<![\w/.-])(?:script|\.ci)/[\w-]+", text))):
        check(os.access(ROOT / path, os.X_OK), f"release.yml calls {path}, which is not a program")
    regular = workflow("ci")["jobs"]["check"]
    for key in ("runs-on", "timeout-minutes", "container"):
        check(jobs["check"][key] == regular[key], f"release.yml: {key} of the checks differs from ci.yml")
    check(jobs["check"]["steps"][-1] == regular["steps"][-1], "release.yml: the checks differ from those of ci.yml")
    check(jobs["package"]["container"]["image"] == swift_image(), "release.yml: the package is not built in the Dockerfile's image")
    check("check" in jobs["manifest"]["needs"] and "manifest" in jobs["release"]["needs"], "release.yml publishes before the checks have passed")
    # By job, what it may write.
    written = {"image": {"packages"}, "manifest": {"packages"}, "release": {"contents"}}
    for name, job in jobs.items():
        writes = {scope for scope, access in job["permissions"].items() if access == "write"}
        check(writes == written.get(name, set()), f"release.yml: {name} may write {writes}")
        check("timeout-minutes" in job, f"release.yml: {name} has no timeout")
        for step in job["steps"]:
            check("run" in step or re.search(r"@v\d+$", step["uses"]), f"release.yml: {name} uses an action without a version")
    dockerfile = (ROOT / "Dockerfile").read_text()
    build = next(step["with"] for step in jobs["image"]["steps"] if "build-push" in step.get("uses", ""))
    for line in build["build-args"].splitlines():
        check(re.search(rf"^ARG {line.partition('=')[0]}\b", dockerfile, re.M), f"release.yml: the Dockerfile has no argument {line}")
    variants = re.search(r"\[(full\|slim)\]", (ROOT / "script/image").read_text()).group(1).split("|")
    for name in ("image", "manifest"):
        check(jobs[name]["strategy"]["matrix"]["variant"] == variants, f"release.yml: {name} has other variants than script/image")
    runners = [job["strategy"]["matrix"]["include"] for job in (jobs["image"], jobs["package"])]
    check(runners[0] == runners[1], "release.yml: images and packages have different architectures")


def main():
    binary, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
    # The certificate's expiry is only a metric of a service that signs.
    key = scratch / "signer"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Check", "-days", "9",
         "-keyout", key, "-out", f"{key}.crt"], check=True, capture_output=True)
    key.write_text(key.read_text() + pathlib.Path(f"{key}.crt").read_text())
    text = metrics_of_a_service(binary, key)
    check_text(text)
    check_queries(text, scratch)
    check_dashboard()
    check_agreement(binary)
    check_proxies(scratch)
    check_workflow()
    check_release()
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"{len(list(queries()))} queries match the service's metrics; numbers agree")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
