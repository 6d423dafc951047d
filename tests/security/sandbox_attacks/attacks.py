"""The attempts, by what they aim at: each prints ESCAPED, and what it got, when it gets out.

Those of `OPEN_AIR` succeed, harmlessly, where nothing holds code in.
"""

OPEN_AIR = {
    "files": {
        "the key file": "print('ESCAPED', open('@FILE@').read())",
        "a link to it": "print('ESCAPED', open('@LINK@').read())",
        "through pathlib": "from pathlib import Path\nprint('ESCAPED', Path('@FILE@').read_text())",
        "through os.open": "import os\nprint('ESCAPED', os.read(os.open('@FILE@', 0), 99))",
        "through io": "import io\nprint('ESCAPED', io.FileIO('@FILE@').read())",
        "the accounts": "print('ESCAPED', open('/etc/passwd').read())",
        "around by dots": "print('ESCAPED', open('/usr/lib/' + '../' * 9 + '@FILE@').read())",
        "through proc root": "print('ESCAPED', open('/proc/self/root@FILE@').read())",
        "a listing of proc": "import os\nprint('ESCAPED', os.listdir('/proc'))",
        "a listing of sys": "import os\nprint('ESCAPED', os.listdir('/sys'))",
        "writing": "open('@WRITE@', 'w').write('x')\nprint('ESCAPED')",
        "writing in tmp": "import tempfile\nf = tempfile.NamedTemporaryFile()\nf.write(b'x')\nf.flush()\nprint('ESCAPED')",
        "memory as a file": "import os\nf = os.memfd_create('x')\nos.write(f, b'x' * 9999)\nprint('ESCAPED')",
        "a database": "import sqlite3\nsqlite3.connect('@WRITE@').execute('create table t (a)')\nprint('ESCAPED')",
    },
    "environment": {
        "os.environ": "import os\nprint('ESCAPED', os.environ['PLANTED_KEY'])",
        "os.getenv": "import os\nx = os.getenv('PLANTED_KEY')\nif x: print('ESCAPED', x)",
        "its own in proc": "print('ESCAPED', open('/proc/self/environ').read())",
        "the parent's": "print('ESCAPED', open('/proc/@PID@/environ').read())",
        "command lines": "print('ESCAPED', open('/proc/@PID@/cmdline').read())",
        "memory": "print('ESCAPED', open('/proc/self/mem', 'rb').read(0))",
        "memory of the parent": "f = open('/proc/@PID@/mem', 'rb')\nprint('ESCAPED')",
        "maps": "print('ESCAPED', open('/proc/self/maps').read())",
    },
    "network": {
        "tcp": "import socket\nsocket.create_connection(('127.0.0.1', @TCP@), 1)\nprint('ESCAPED')",
        "udp": "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.sendto(b'x', ('127.0.0.1', @UDP@))\nprint('ESCAPED')",
        "unix": "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('@UNIX@')\nprint('ESCAPED')",
        "abstract": "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('\\0@ABSTRACT@')\nprint('ESCAPED')",
        "asyncio": "import asyncio\nasync def go():\n    await asyncio.open_connection('127.0.0.1', @TCP@)\n    print('ESCAPED')\nasyncio.run(go())",
        "a server": "import socket\ns = socket.create_server(('127.0.0.1', 0))\nprint('ESCAPED')",
        "a name": "import socket\nprint('ESCAPED', socket.getaddrinfo('localhost', 80))",
        "a fast open": "import ctypes\nl = ctypes.CDLL(None)\nx = l.socket(2, 1, 0)\nif x >= 0: print('ESCAPED', x)",
    },
    "processes": {
        "subprocess": "import subprocess\nsubprocess.run(['/bin/true'], check=True)\nprint('ESCAPED')",
        "a shell": "import os\nif os.system('exit 0') == 0: print('ESCAPED')",
        "popen": "import os\nprint('ESCAPED', os.popen('echo x').read())",
        "fork": "import os\npid = os.fork()\nif pid: print('ESCAPED', os.waitpid(pid, 0))\nelse: os._exit(0)",
        "posix_spawn": "import os\nprint('ESCAPED', os.posix_spawn('/bin/true', ['true'], {}))",
        "exec": "import os\nos.execv('/bin/echo', ['echo', 'ESCAPED'])",
        "exec of itself": "import os, sys\nos.execv(sys.executable, ['python', '-c', 'print(\"ESCAPED\")'])",
        "multiprocessing": "import multiprocessing\np = multiprocessing.get_context('fork').Process(target=print)\np.start()\np.join()\nprint('ESCAPED')",
        "kill the program": "import os, signal\nos.kill(@PID@, 0)\nprint('ESCAPED')",
    },
    "inside": {
        "subclasses": "for c in ().__class__.__base__.__subclasses__():\n"
        "    g = getattr(c.__init__, '__globals__', {})\n"
        "    for m in [g, *(vars(v) for v in g.values() if type(v).__name__ == 'module')]:\n"
        "        if 'system' in m and m['system']('echo ESCAPED') == 0:\n            raise SystemExit\n",
        "the loader": "l = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'BuiltinImporter'][0]\n"
        "l.load_module('posix').system('echo ESCAPED')",
        "__import__": "__import__('os').system('echo ESCAPED')",
        "importlib": "import importlib\nimportlib.import_module('os').system('echo ESCAPED')",
        "builtins": "b = __builtins__ if isinstance(__builtins__, dict) else vars(__builtins__)\nb['__import__']('os').system('echo ESCAPED')",
        "globals of a function": "def f(): pass\nb = f.__globals__['__builtins__']\n(b if isinstance(b, dict) else vars(b))['__import__']('os').system('echo ESCAPED')",
        "a code object": "import types\ndef f(): return open('@FILE@').read()\nprint('ESCAPED', types.FunctionType(f.__code__, {'__builtins__': __builtins__})())",
        "eval": "print('ESCAPED', eval(\"open('@FILE@').read()\"))",
        "pickle": "import pickle\npickle.loads(b'cos\\nsystem\\n(S\"echo ESCAPED\"\\ntR.')",
    },
}

ALL = {
    "files": {
        **OPEN_AIR["files"],
        "the shadow": "print('ESCAPED', open('/etc/shadow').read())",
        "the machine's id": "print('ESCAPED', open('/etc/machine-id').read())",
        "a listing of home": "import os\nx = os.listdir(os.path.expanduser('~'))\nif x: print('ESCAPED', x)",
        "a link of its own": "import os\nos.symlink('@FILE@', '/tmp/escape-@PID@')\nprint('ESCAPED', open('/tmp/escape-@PID@').read())",
        "the disks": "import glob\nx = glob.glob('/dev/[svn][dmv]*')\nif x: print('ESCAPED', x)",
        "kernel memory": "print('ESCAPED', open('/dev/mem', 'rb').read(1))",
        "writing beside itself": "import sys, os\nfor p in [*sys.path, '/', '/dev', '/sandbox', '/packages', '/usr/lib', '/run']:\n"
        "    try:\n        with open(os.path.join(p, 'escape'), 'w') as f:\n            f.write('x')\n"
        "            f.flush()\n        print('ESCAPED', p)\n    except (OSError, PermissionError):\n        pass\n",
        "a compressed file": "import gzip\nprint('ESCAPED', gzip.open('@FILE@').fileobj.read())",
        "an import": "import sys\nsys.path.insert(0, '/work')\nimport desktop_agent.storage.secrets\nprint('ESCAPED')",
        "an exec of a file": "exec(compile(open('@FILE@').read(), 'x', 'exec'))\nprint('ESCAPED')",
    },
    "environment": {
        **OPEN_AIR["environment"],
        "every variable": "import os\nprint(dict(os.environ))",
        "the first's": "print('ESCAPED', open('/proc/1/environ').read())",
        "all of them": "import glob\nfor p in glob.glob('/proc/*/environ'):\n    print('ESCAPED', open(p).read())\n",
        "the stack's": "import ctypes\ne = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), 'environ')\n"
        "i = 0\nwhile e[i]:\n    print(e[i])\n    i += 1\n",
        "the host's name": "import socket\nx = socket.gethostname()\nif x == '@HOST@': print('ESCAPED', x)",
        "the person": "import getpass\nprint('ESCAPED', getpass.getuser())",
    },
    "network": {
        **OPEN_AIR["network"],
        "abstract by a pair": "import socket\na, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
        "b.sendto(b'x', '\\0@ABSTRACT@')\nprint('ESCAPED')",
        "http": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:@TCP@/')\nprint('ESCAPED')",
        "raw": "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)\nprint('ESCAPED')",
        "packets": "import socket\ns = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)\nprint('ESCAPED')",
        "netlink": "import socket\ns = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)\nprint('ESCAPED')",
        "interfaces": "import socket\nx = [n for _, n in socket.if_nameindex() if n != 'lo']\nif x: print('ESCAPED', x)",
    },
    "processes": {
        **OPEN_AIR["processes"],
        "a pty": "import pty\npty.spawn(['/bin/true'])\nprint('ESCAPED')",
        "setsid": "import os\nif os.fork() == 0:\n    os.setsid()\nprint('ESCAPED')",
        "kill the parent": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nprint('ESCAPED')",
        "stop everyone": "import os, signal\nos.kill(-1, signal.SIGSTOP)\nprint('ESCAPED')",
        "ptrace": "import ctypes\nx = ctypes.CDLL(None).ptrace(16, @PID@, 0, 0)\nif x == 0: print('ESCAPED')",
        "another's memory": "import ctypes\nb = ctypes.create_string_buffer(8)\n"
        "class V(ctypes.Structure): _fields_ = [('a', ctypes.c_void_p), ('n', ctypes.c_size_t)]\n"
        "v = V(ctypes.addressof(b), 8)\n"
        "x = ctypes.CDLL(None).process_vm_readv(@PID@, ctypes.byref(v), 1, ctypes.byref(v), 1, 0)\n"
        "if x >= 0: print('ESCAPED', x)",
        "namespaces": "import ctypes\nx = ctypes.CDLL(None).unshare(0x10000000)\nif x == 0: print('ESCAPED')",
        "mount": "import ctypes\nx = ctypes.CDLL(None).mount(b'none', b'/dev', b'tmpfs', 0, None)\nif x == 0: print('ESCAPED')",
        "chroot": "import os\nos.chroot('/')\nprint('ESCAPED')",
        "raise the limit": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nprint('ESCAPED')",
        "raise the file limit": "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))\nprint('ESCAPED')",
        "become root": "import os\nos.setuid(0)\nprint('ESCAPED')",
        "the 32-bit door": "import ctypes, mmap\nm = mmap.mmap(-1, 4096, prot=7)\n"
        "m.write(bytes.fromhex('b814000000cd80c3'))\n"
        "a = ctypes.addressof(ctypes.c_char.from_buffer(m))\n"
        "print('ESCAPED', ctypes.CFUNCTYPE(ctypes.c_int)(a)())",
        "a raw fork": "import ctypes\nx = ctypes.CDLL(None).syscall(57)\nif x > 0: print('ESCAPED')",
        "a raw clone": "import ctypes\nx = ctypes.CDLL(None).syscall(56, 17, 0, 0, 0, 0)\nif x > 0: print('ESCAPED')",
        "io_uring": "import ctypes\nb = ctypes.create_string_buffer(256)\nx = ctypes.CDLL(None).syscall(425, 1, b)\nif x >= 0: print('ESCAPED')",
        "bpf": "import ctypes\nb = ctypes.create_string_buffer(256)\nx = ctypes.CDLL(None).syscall(321, 0, b, 128)\nif x >= 0: print('ESCAPED')",
        "the kernel's keys": "import ctypes\nx = ctypes.CDLL(None).syscall(250, 0, -3, 1)\nif x >= 0: print('ESCAPED')",
        "shared memory": "import ctypes\nx = ctypes.CDLL(None).shmget(0, 1 << 20, 0o1600)\nif x >= 0: print('ESCAPED')",
        "inherited descriptors": "import os, stat\nfor n in range(3, 256):\n    try:\n        s = os.fstat(n)\n"
        "    except OSError:\n        continue\n    if not stat.S_ISREG(s.st_mode) and not stat.S_ISDIR(s.st_mode): print('ESCAPED', n, s)\n",
        "its input again": "import os\nos.lseek(0, 0, 0)\nx = os.read(0, 9)\nif x: print('ESCAPED', x)",
    },
    "inside": {
        **OPEN_AIR["inside"],
        "frames": "import sys\nf = sys._getframe()\nwhile f:\n    for v in list(f.f_globals.values()):\n"
        "        if hasattr(v, 'system'):\n            v.system('echo ESCAPED')\n    f = f.f_back\n",
        "a format string": "import sys\nprint('{0.modules[os].environ[PLANTED_KEY]}'.format(sys))",
        "the collector": "import gc\nfor o in gc.get_objects():\n    if type(o).__name__ == 'WorkerPool':\n        print('ESCAPED')\n",
        "the program's modules": "import sys\nx = [m for m in sys.modules if m.startswith(('desktop_agent.core', 'desktop_agent.storage', 'PySide6'))]\nif x: print('ESCAPED', x)",
    },
}
